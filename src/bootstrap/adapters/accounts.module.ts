import { CountedMailer } from '../../adapters/in-process/counted-mailer.js';
import { NoMailer } from '../../adapters/in-process/left-out.js';
import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { Argon2Passwords } from '../../adapters/argon2/passwords.js';
import { HttpClientDocuments } from '../../adapters/http/client-documents.js';
import { OutboxMailer } from '../../adapters/outbox/outbox-mailer.js';
import { AddressDigests } from '../../adapters/postgres/accounts/address-digests.js';
import { PostgresAccounts } from '../../adapters/postgres/accounts/accounts.js';
import { PostgresApiKeys } from '../../adapters/postgres/accounts/api-keys.js';
import { PostgresConsoleSessions } from '../../adapters/postgres/accounts/console-sessions.js';
import { PostgresOAuthRecords } from '../../adapters/postgres/oauth/oauth-records.js';
import { PostgresOneTimeCodes } from '../../adapters/postgres/accounts/one-time-codes.js';
import { PostgresSignIns } from '../../adapters/postgres/oauth/sign-ins.js';
import { ApiKeyCache } from '../../adapters/postgres/cache/caches.js';
import { Database } from '../../adapters/postgres/client/database.js';
import { PostgresAdminSessions } from '../../adapters/postgres/admin/admin-sessions.js';
import { PostgresAuditTrail } from '../../adapters/postgres/admin/audit-trail.js';
import { PostgresAdminAccounts } from '../../adapters/postgres/admin/admin-accounts.js';
import { PostgresAdminBatches } from '../../adapters/postgres/batches/admin-batches.js';
import { PostgresAdminJobs } from '../../adapters/postgres/admin/admin-jobs.js';
import { PostgresMirrorEditions } from '../../adapters/postgres/admin/mirror-editions.js';
import { PostgresServiceOverview } from '../../adapters/postgres/maintenance/service-overview.js';
import {
  Accounts,
  ApiKeys,
  ConsoleSessions,
  Mailer,
  OneTimeCodes,
  Passwords,
  SignIns,
} from '../../core/accounts/ports.js';
import { ServiceOverview } from '../../core/admin/overview.js';
import {
  AdminAccounts,
  AdminBatches,
  AdminJobs,
  AdminSessions,
  AuditTrail,
  MirrorEditions,
} from '../../core/admin/ports.js';
import { ClientDocuments, OAuthRecords } from '../../core/oauth/ports.js';
import { AddressGuard } from '../../core/webhooks/public-address.js';
import { Infrastructure } from '../infrastructure.js';
import { factory, ports } from './provide.js';
import { refuseToStart, secretBoxFor } from './secret-box.js';

@Global()
@Module(
  ports(
    factory(Accounts, openAccounts, Infrastructure, Database, ApiKeyCache),
    { provide: PostgresApiKeys, useClass: PostgresApiKeys },
    { provide: ApiKeys, useExisting: PostgresApiKeys },
    { provide: OneTimeCodes, useClass: PostgresOneTimeCodes },
    { provide: Passwords, useClass: Argon2Passwords },
    factory(Mailer, openMailer, Infrastructure),
    { provide: OAuthRecords, useClass: PostgresOAuthRecords },
    { provide: SignIns, useClass: PostgresSignIns },
    { provide: ConsoleSessions, useClass: PostgresConsoleSessions },
    factory(ClientDocuments, (guard: AddressGuard) => new HttpClientDocuments(guard), AddressGuard),
    { provide: AdminSessions, useClass: PostgresAdminSessions },
    { provide: AuditTrail, useClass: PostgresAuditTrail },
    { provide: AdminAccounts, useClass: PostgresAdminAccounts },
    { provide: AdminJobs, useClass: PostgresAdminJobs },
    { provide: AdminBatches, useClass: PostgresAdminBatches },
    { provide: ServiceOverview, useClass: PostgresServiceOverview },
    { provide: MirrorEditions, useClass: PostgresMirrorEditions },
  ),
)
export class AccountPortsModule {}

async function openAccounts({ config }: Infrastructure, db: Database, holders: ApiKeyCache): Promise<Accounts> {
  const digests = new AddressDigests(db, secretBoxFor(config));
  await digests.open().catch(refuseToStart);
  return new PostgresAccounts(db, holders, digests);
}

async function openMailer(infrastructure: Infrastructure): Promise<Mailer> {
  return new CountedMailer(await mailerFor(infrastructure), infrastructure.metrics);
}

async function mailerFor({ config: { smtpUrl, mailFrom, dataDir, production }, say }: Infrastructure): Promise<Mailer> {
  if (smtpUrl) {
    const { SmtpMailer } = await import('../../adapters/smtp/smtp-mailer.js');
    return new SmtpMailer(smtpUrl, mailFrom);
  }
  if (production) return new NoMailer();
  return new OutboxMailer(join(dataDir, 'outbox'), mailFrom, ({ to, subject }) => {
    say(`e-mail to ${to}: ${subject}`);
  });
}
