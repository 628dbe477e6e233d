import 'reflect-metadata';
import { SystemClock } from '../adapters/in-process/clock.js';
import { ApiKeyCache } from '../adapters/postgres/cache/caches.js';
import { Notifications } from '../adapters/postgres/cache/notifications.js';
import { AddressDigests } from '../adapters/postgres/accounts/address-digests.js';
import { PostgresAccounts } from '../adapters/postgres/accounts/accounts.js';
import { PostgresApiKeys } from '../adapters/postgres/accounts/api-keys.js';
import { PostgresLedger } from '../adapters/postgres/billing/ledger.js';
import { Database } from '../adapters/postgres/client/database.js';
import { PostgresAuditTrail } from '../adapters/postgres/admin/audit-trail.js';
import { PrometheusMetrics } from '../adapters/prometheus/prometheus-metrics.js';
import { createLogger, PinoLog } from '../adapters/pino/log.js';
import { loadConfig } from '../config.js';
import { AccessPolicy } from '../core/accounts/access/access-codes.js';
import { CreateAccount } from '../core/admin/create-account.js';
import { newId } from '../core/ids.js';
import { secretBoxFor } from '../bootstrap/adapters/secret-box.js';
import { runCommand, UsageError, wholeNumber } from './cli/command.js';
import { print, printJson } from './cli/print.js';
import { ACCOUNT } from './cli/definitions.js';
import { withDatabase } from './cli/open-database.js';
import { MAX_ADJUSTED_CREDITS } from '../core/limits.js';
import { isReadable, READABLE_RULE } from '../core/text/text.js';

await runCommand(ACCOUNT, async ({ values, positionals: [verb, ...rest] }) => {
  if (verb !== 'create' || rest.length > 0) {
    throw new UsageError(verb === undefined ? 'name an action: create' : `"${[verb, ...rest].join(' ')}" is not known`);
  }
  const { email, name, label } = values;
  if (email === undefined) throw new UsageError('--email is missing');
  for (const [option, text] of Object.entries({ name, label })) {
    if (text !== undefined && !isReadable(text)) throw new UsageError(`--${option} must ${READABLE_RULE}`);
  }
  const credits =
    values.credits === undefined ? undefined : wholeNumber('--credits', values.credits, 0, MAX_ADJUSTED_CREDITS);
  const config = loadConfig();
  const made = await withDatabase(config, (dataSource) => {
    const db = new Database(dataSource);
    const holders = new ApiKeyCache(new Notifications(db, [], new PinoLog(createLogger('silent'))));
    const policy = new AccessPolicy(
      config.codeTtlMs,
      config.encryptionKey,
      config.rateLimitPerMinute,
      config.signUp,
      config.freeCredits,
    );
    return new CreateAccount(
      new PostgresAccounts(db, holders, new AddressDigests(db, secretBoxFor(config))),
      new PostgresApiKeys(db, holders),
      new PostgresLedger(db, new PrometheusMetrics()),
      new PostgresAuditTrail(db),
      db,
      new SystemClock(),
      policy,
    ).run(
      { keyFingerprint: 'command', name: undefined, ip: 'local', requestId: newId('key') },
      { email, name, credits, label },
    );
  });
  const { accountId, balance, key } = made;
  if (values.json) {
    const answer = { account_id: accountId, email: made.email, credit_balance: balance, api_key: key.apiKey };
    printJson({ ...answer, key_id: key.keyId, label: key.label });
  } else {
    print(`account  ${accountId}  ${made.email}  ${balance} credits`);
    print(`API key  ${key.apiKey}  (${key.label}; shown once)`);
  }
});
