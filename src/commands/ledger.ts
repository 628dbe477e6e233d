import 'reflect-metadata';
import { Database } from '../adapters/postgres/client/database.js';
import { PostgresLedgerAudit } from '../adapters/postgres/billing/ledger-audit.js';
import { loadConfig } from '../config.js';
import { withDatabase } from './open-database.js';

// npm run ledger -- check
// Recomputes every balance from its entries. Exit status 0 when all of them add up; else 1 and the first difference.

try {
  const [command, ...rest] = process.argv.slice(2);
  if (command !== 'check' || rest.length > 0) throw new Error('usage: npm run ledger -- check');
  const { accounts, entries, difference } = await withDatabase(loadConfig(), (dataSource) =>
    new PostgresLedgerAudit(new Database(dataSource)).check(),
  );
  if (difference === undefined) {
    console.log(`the ledger adds up: ${accounts} accounts, ${entries} entries`);
  } else {
    console.log(`the ledger does not add up: ${difference}`);
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
