import { EXIT, exitCodeOf, serviceOf } from './cli/ask-service.js';
import { runCommand, UsageError } from './cli/command.js';
import { VERIFY } from './cli/definitions.js';
import type { EntityData } from '@standing/client';

function lines(data: EntityData, entityId: string): string[] {
  const { entity_name, status, status_detail, good_standing, jurisdiction, jurisdiction_id, confidence, match } = data;
  const standing = good_standing === null ? 'the register does not say' : good_standing ? 'yes' : 'no';
  return [
    `name           ${entity_name}`,
    `number         ${jurisdiction} ${jurisdiction_id}`,
    `status         ${status}${status_detail ? ` (${status_detail})` : ''}`,
    `good standing  ${standing}`,
    `confidence     ${confidence}${match.review ? ', needs a review' : ''}`,
    `entity         ${entityId}`,
  ];
}

await runCommand(
  VERIFY,
  async ({ values, positionals: [entity_name, jurisdiction, ...rest] }) => {
    if (entity_name === undefined || jurisdiction === undefined) throw new UsageError('give a name and a jurisdiction');
    if (rest.length > 0) throw new UsageError(`"${rest[0]}" is unexpected: put a name of several words in quotes`);
    const verified = await serviceOf(values).verifyAndWait({
      entity_name,
      jurisdiction,
      ...(values.number === undefined ? {} : { jurisdiction_id: values.number }),
      ...(values.deep ? { tier: 'deep' as const } : {}),
      ...(values.fresh ? { force_refresh: true } : {}),
    });
    process.exitCode = verified ? (verified.data.match.review ? EXIT.notSure : EXIT.found) : EXIT.absent;
    if (values.json) console.log(JSON.stringify(verified ?? { status: 'completed', data: null }));
    else
      console.log(verified ? lines(verified.data, verified.entity_id).join('\n') : `not registered in ${jurisdiction}`);
  },
  exitCodeOf,
);
