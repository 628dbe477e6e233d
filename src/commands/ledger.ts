import 'reflect-metadata';
import { Database } from '../adapters/postgres/client/database.js';
import { PostgresLedgerAudit } from '../adapters/postgres/billing/ledger-audit.js';
import { loadLocalSettings } from '../config.js';
import { runCommand, UsageError } from './cli/command.js';
import { print, printJson } from './cli/print.js';
import { LEDGER } from './cli/definitions.js';
import { withDatabase } from './cli/open-database.js';

await runCommand(LEDGER, async ({ values, positionals: [verb, ...rest] }) => {
  if (verb !== 'check' || rest.length > 0) {
    throw new UsageError(verb === undefined ? 'name an action: check' : `"${[verb, ...rest].join(' ')}" is not known`);
  }
  const outcome = await withDatabase(loadLocalSettings(), (dataSource) =>
    new PostgresLedgerAudit(new Database(dataSource)).check(),
  );
  const { accounts, entries, difference } = outcome;
  if (difference !== undefined) process.exitCode = 1;
  if (values.json) printJson(outcome);
  else if (difference === undefined) print(`the ledger adds up: ${accounts} accounts, ${entries} entries`);
  else print(`the ledger does not add up: ${difference}`);
});
