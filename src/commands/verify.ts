import type { NoMatch, Verified } from '@standing/client';
import { EXIT, exitCodeOf, serviceOf } from './cli/ask-service.js';
import { print, printJson } from './cli/print.js';
import { runCommand, UsageError } from './cli/command.js';
import { VERIFY } from './cli/definitions.js';
import { deepLines } from './verify/deep-lines.js';
import { codeOf } from '../core/registries/jurisdiction.js';

function recordLines({ entity_id, data }: Verified): string[] {
  const { entity_name, status, status_detail, good_standing, jurisdiction, jurisdiction_id, confidence, match } = data;
  const standing = good_standing === null ? 'the register does not say' : good_standing ? 'yes' : 'no';
  return [
    `name           ${entity_name}`,
    `number         ${jurisdiction} ${jurisdiction_id}`,
    `status         ${status}${status_detail ? ` (${status_detail})` : ''}`,
    `good standing  ${standing}`,
    `confidence     ${confidence}${match.review ? ', needs a review' : ''}`,
    ...(match.review ? reviewLines(data) : []),
    ...(data.tier === 'deep' ? deepLines(data) : []),
    `entity         ${entity_id}`,
  ];
}

function exitCodeFor({ data: { match, good_standing } }: Verified, mustBeGood: boolean): number {
  if (match.review) return EXIT.notSure;
  return mustBeGood && good_standing !== true ? EXIT.notInGoodStanding : EXIT.found;
}

function reviewLines({ match: { evidence = [], alternatives = [] } }: Verified['data']): string[] {
  return [
    ...evidence.map(({ kind, detail }) => `by ${kind.padEnd(12)}${detail}`),
    ...alternatives.map((other) => {
      return `or             ${other.entity_name}, ${other.jurisdiction_id}, ${other.status}, confidence ${other.confidence}`;
    }),
  ];
}

function absenceLines({ message, details: { closest, number_found, jurisdiction } }: NoMatch): string[] {
  const near = number_found ? 'its name       ' : 'similar names  ';
  return [`not registered in ${jurisdiction}`, message, ...closest.map((name) => `${near}${name}`)];
}

await runCommand(
  VERIFY,
  async ({ values, positionals: [entity_name, jurisdiction, ...rest] }) => {
    if (entity_name === undefined || jurisdiction === undefined) throw new UsageError('give a name and a jurisdiction');
    if (rest.length > 0) throw new UsageError(`"${rest[0]}" is unexpected: put a name of several words in quotes`);
    const answer = await serviceOf(values).verifyAndWait({
      entity_name,
      jurisdiction: codeOf(jurisdiction),
      ...(values.number === undefined ? {} : { jurisdiction_id: values.number }),
      ...(values.deep ? { tier: 'deep' as const } : {}),
      ...(values.fresh ? { force_refresh: true } : {}),
      ...(values.address === undefined ? {} : { address: values.address }),
      ...(values.officer === undefined ? {} : { officer: values.officer }),
    });
    const isAbsent = answer.status === 'no_match';
    process.exitCode = isAbsent ? EXIT.absent : exitCodeFor(answer, values['require-good-standing'] === true);
    if (values.json) printJson(answer);
    else for (const line of isAbsent ? absenceLines(answer) : recordLines(answer)) print(line);
  },
  exitCodeOf,
);
