import { Archive, type Manifest } from '../adapters/postgres/backup/archive.js';
import { restore } from '../adapters/postgres/backup/restore.js';
import { PostgresLedgerAudit } from '../adapters/postgres/billing/ledger-audit.js';
import { Database } from '../adapters/postgres/client/database.js';
import { migrate, migrationState } from '../adapters/postgres/client/migrate.js';
import { SecretBox } from '../adapters/postgres/client/secret-box.js';
import { loadLocalSettings } from '../config.js';
import { runCommand, UsageError } from './cli/command.js';
import { RESTORE } from './cli/definitions.js';
import { MIGRATIONS_DIR, withConnections, withScratchDatabase, withServer } from './cli/open-database.js';

/** A file that the baseline has replaced: each installation of that time had applied it. */
const BEFORE_BASELINE = '0003_entities';

await runCommand(RESTORE, async ({ values, positionals: [folder, ...rest] }) => {
  if (folder === undefined || rest.length > 0) throw new UsageError('give the folder of a backup');
  const archive = new Archive(folder);
  const manifest = await archive.manifest();
  const settings = loadLocalSettings();
  const kept = await archive.key();
  const keys = [settings.encryptionKey, settings.encryptionKeyPrevious].filter((key) => key !== undefined);
  const known = keys.map((key) => new SecretBox(key).currentPrefix.slice(0, -1));
  const unknown = manifest.sealedWith.filter((id) => !known.includes(id));
  if (unknown.length > 0) {
    const advice = kept ? `set ENCRYPTION_KEY_FILE=${kept.file}` : 'give the one that was in use then';
    throw new Error(`ENCRYPTION_KEY is not the key of this backup (${unknown.join(', ')}): ${advice}`);
  }
  const into = async (url: string) => {
    const { applied, pending } = await withConnections(url, (each) => migrationState(each, MIGRATIONS_DIR));
    const missing = manifest.migrations.filter((title) => !applied.includes(title) && !pending.includes(title));
    if (missing.length > 0) throw new Error(refusal(manifest, missing));
    const toMigrations = (only?: ReadonlySet<string>) =>
      withConnections(url, (each) => migrate(each, MIGRATIONS_DIR, () => undefined, only));
    await restore({ url, archive, manifest, applied, migrate: toMigrations });
    return withConnections(url, (dataSource) => new PostgresLedgerAudit(new Database(dataSource)).check());
  };
  const ledger = await withServer(settings, (server) =>
    values.drill ? withScratchDatabase(server, into) : into(server),
  );
  const { accounts, entries, difference } = ledger;
  if (difference !== undefined) process.exitCode = 1;
  const restored = values.drill ? 'drill: restored' : 'restored';
  const mirrors = manifest.mirrors || values.drill ? '' : '; import the mirrors again (npx standing registry)';
  if (values.json) console.log(JSON.stringify({ taken_at: manifest.takenAt, mirrors: manifest.mirrors, ...ledger }));
  else if (difference !== undefined) console.log(`${restored}, but the ledger does not add up: ${difference}`);
  else console.log(`${restored} as of ${manifest.takenAt}: ${accounts} accounts, ${entries} entries add up${mirrors}`);
});

/** Why a backup cannot be put in: of a later version, or of one from before the baseline. */
function refusal({ program, migrations }: Manifest, missing: readonly string[]): string {
  if (migrations.includes(BEFORE_BASELINE)) {
    return (
      `the backup of version ${program} is from before the migrations were merged into a baseline: ` +
      'restore it with that version, then start this version on the restored database, which adopts the baseline'
    );
  }
  return `the backup is of version ${program}, newer than this one (it has ${missing.join(', ')}): restore it with that version`;
}
