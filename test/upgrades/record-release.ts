import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import StripeSdk from 'stripe';
import { MIGRATIONS_DIR } from '../../src/commands/cli/open-database.js';
import { Visitor } from '../console/visitor.js';
import { EVERY_ROUTE } from '../openapi/every-entrance.js';
import type { Service } from '../support/harness.js';
import { recordRows } from './recorded-rows.js';
import { RELEASES, rowsOf } from './releases.js';

const run = promisify(execFile);
const signer = new StripeSdk(EVERY_ROUTE.STRIPE_SECRET_KEY);

/**
 * Records an installation of this version as `releases/VERSION`: the migrations that made its
 * schema and their tree in Git, the rows of its database, and the key of an account with its
 * complete data export. The service must have answered every route (test/openapi/answers) and run
 * with `ENCRYPTION_KEY`.
 */
export async function recordRelease(service: Service, program: string, key: string): Promise<void> {
  await fillOtherTables(service, key);
  const { databaseUrl: url } = service;
  const folder = join(RELEASES, program);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const packed = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--use-compress-program=gzip -9n'];
  const { stdout: tree } = await run('git', ['rev-parse', 'HEAD:migrations']);
  await writeFile(join(folder, 'migrations.tree'), tree);
  await run('tar', ['-cf', join(folder, 'migrations.tgz'), ...packed, '-C', MIGRATIONS_DIR, '.']);
  await recordRows(url, rowsOf(program));
  const { body: dataExport } = await service.ask('GET', '/v1/account/data-export', { key });
  await writeFile(join(folder, 'account.json'), `${JSON.stringify({ key, dataExport }, undefined, 2)}\n`);
}

/**
 * Fills the tables that no recorded answer fills: a confirmation limit, a register that is switched
 * off, a lost payment dispute, console sessions.
 */
async function fillOtherTables(service: Service, key: string): Promise<void> {
  await service.ask('POST', '/v1/account/keys', { key, body: { confirm_above: { credits: 5 } } });
  const headers = { 'x-admin-key': EVERY_ROUTE.ADMIN_API_KEY };
  const reason = 'for the record of this version';
  await service.ask('PATCH', '/v1/admin/jurisdictions/us-ct', { headers, body: { active: false, reason } });
  const { body: account } = await service.ask('GET', '/v1/account', { key });
  const taken = { amount: -account.credit_balance, reason };
  await service.ask('POST', `/v1/admin/accounts/${account.account_id}/credits`, { headers, body: taken });
  const object = { id: 'dp_1', object: 'dispute', status: 'lost', amount: 4_900, payment_intent: 'pi_1' };
  const payload = JSON.stringify({
    id: 'evt_dispute',
    object: 'event',
    type: 'charge.dispute.closed',
    data: { object },
  });
  const secret = EVERY_ROUTE.STRIPE_WEBHOOK_SECRET;
  const signature = signer.webhooks.generateTestHeaderString({ payload, secret });
  await service.ask('POST', '/v1/billing/stripe/webhook', {
    body: payload,
    headers: { 'stripe-signature': signature },
  });
  const given = { amount: 100, reason };
  await service.ask('POST', `/v1/admin/accounts/${account.account_id}/credits`, { headers, body: given });
  await Visitor.signedIn(service);
  const signIn = '/console/admin/sign-in';
  await new Visitor(service).press(signIn, signIn, { admin_key: EVERY_ROUTE.ADMIN_API_KEY });
}
