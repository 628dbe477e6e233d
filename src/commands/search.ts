import { EXIT, exitCodeOf, serviceOf } from './cli/ask-service.js';
import { commandWords } from './cli/command-words.js';
import { print, printError, printJson } from './cli/print.js';
import { runCommand, UsageError, wholeNumber } from './cli/command.js';
import { SEARCH } from './cli/definitions.js';
import { MAX_LISTED } from '../core/limits.js';
import { codeOf } from '../core/registries/jurisdiction.js';

await runCommand(
  SEARCH,
  async ({ values, positionals: [entity_name, ...jurisdictions] }) => {
    if (entity_name === undefined) throw new UsageError('give a name');
    const most = values['max-credits'];
    const limit = wholeNumber('--limit', values.limit, 1, MAX_LISTED);
    const { results, failures, ...found } = await serviceOf(values).searchAndWait({
      entity_name,
      ...(jurisdictions.length > 0 && { jurisdictions: jurisdictions.map(codeOf) }),
      ...(values.address !== undefined && { address: values.address }),
      ...(most !== undefined && { max_credits: wholeNumber('--max-credits', most, 0, Number.MAX_SAFE_INTEGER) }),
      limit,
    });
    if (results.length === 0) process.exitCode = failures.length > 0 ? EXIT.unreachable : EXIT.absent;
    if (values.json) {
      printJson({ ...found, results, failures });
      return;
    }
    for (const { entity_name: name, jurisdiction, jurisdiction_id, status, confidence, entity_id } of results) {
      print([String(confidence).padStart(3), jurisdiction, jurisdiction_id, status, name, entity_id].join('  '));
    }
    if (results.length === 0) print('nothing found');
    for (const { jurisdiction, message } of failures) printError(`${jurisdiction}: ${commandWords(message)}`);
  },
  exitCodeOf,
);
