import { NoMailer } from '../../adapters/in-process/no-mailer.js';
import { join } from 'node:path';
import { Module, type DynamicModule } from '@nestjs/common';
import { Argon2Passwords } from '../../adapters/argon2/passwords.js';
import { HttpClientDocuments } from '../../adapters/http/client-documents.js';
import { OutboxMailer } from '../../adapters/outbox/outbox-mailer.js';
import { PostgresAccountExport } from '../../adapters/postgres/accounts/account-export.js';
import { PostgresAccounts } from '../../adapters/postgres/accounts/accounts.js';
import { PostgresApiKeys } from '../../adapters/postgres/accounts/api-keys.js';
import { PostgresOAuthGrants } from '../../adapters/postgres/accounts/oauth-grants.js';
import { PostgresOAuthRecords } from '../../adapters/postgres/accounts/oauth-records.js';
import { PostgresOneTimeCodes } from '../../adapters/postgres/accounts/one-time-codes.js';
import { PostgresSignInSessions } from '../../adapters/postgres/accounts/sign-in-sessions.js';
import { ApiKeyCache } from '../../adapters/postgres/cache/api-key-cache.js';
import { Database } from '../../adapters/postgres/client/database.js';
import { PostgresAuditTrail } from '../../adapters/postgres/support/audit-trail.js';
import { PostgresSupportAccounts } from '../../adapters/postgres/support/support-accounts.js';
import { PostgresSupportJobs } from '../../adapters/postgres/support/support-jobs.js';
import { SmtpMailer } from '../../adapters/smtp/smtp-mailer.js';
import {
  AccountExport,
  Accounts,
  ApiKeys,
  Mailer,
  OneTimeCodes,
  Passwords,
  SignInSessions,
} from '../../core/accounts/ports.js';
import { AuditTrail, SupportAccounts, SupportJobs } from '../../core/admin/ports.js';
import { ClientDocuments, Grants, OAuthRecords } from '../../core/oauth/ports.js';
import { AddressGuard } from '../../core/webhooks/public-address.js';
import type { AppDependencies } from '../dependencies.js';
import { adapter, factory, portsModule } from './provide.js';

/** Accounts, their credentials, and what support does with them. */
@Module({})
export class AccountPortsModule {
  static forRoot(dependencies: AppDependencies): DynamicModule {
    return portsModule(AccountPortsModule, [
      adapter(Accounts, PostgresAccounts, Database, ApiKeyCache),
      adapter(PostgresApiKeys, PostgresApiKeys, Database, ApiKeyCache),
      { provide: ApiKeys, useExisting: PostgresApiKeys },
      adapter(OneTimeCodes, PostgresOneTimeCodes, Database),
      adapter(Passwords, Argon2Passwords),
      adapter(AccountExport, PostgresAccountExport, Database),
      factory(Mailer, () => mailerFor(dependencies)),
      adapter(OAuthRecords, PostgresOAuthRecords, Database),
      adapter(Grants, PostgresOAuthGrants, Database, ApiKeyCache),
      adapter(SignInSessions, PostgresSignInSessions, Database),
      adapter(ClientDocuments, HttpClientDocuments, AddressGuard),
      adapter(AuditTrail, PostgresAuditTrail, Database),
      adapter(SupportAccounts, PostgresSupportAccounts, Database, PostgresApiKeys, ApiKeyCache),
      adapter(SupportJobs, PostgresSupportJobs, Database),
    ]);
  }
}

function mailerFor({ config: { smtpUrl, mailFrom, dataDir, production }, say }: AppDependencies): Mailer {
  if (smtpUrl) return new SmtpMailer(smtpUrl, mailFrom);
  if (production) return new NoMailer();
  return new OutboxMailer(join(dataDir, 'outbox'), mailFrom, ({ to, subject }) => {
    say(`e-mail to ${to}: ${subject}`);
  });
}
