import { randomBytes, randomUUID } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorder } from '../record.js';
import type { Service } from './service.js';

export interface Account {
  accountId: string;
  key: string;
  /** The signing secret of its webhooks. */
  secret: string;
}

const MAIL_LIMIT_MS = 5_000;
/**
 * An address gets at most five codes an hour, so a newcomer without one waits before requesting
 * another.
 */
const PAUSE_MS = 3_000;

/**
 * Signs up as a person would: requests a code, reads it in the mail, and exchanges it for a key.
 */
export async function signUp(service: Service, outbox: string, recorder: Pick<Recorder, 'write'>): Promise<Account> {
  const email = `${randomBytes(8).toString('hex')}@example.com`;
  const headers = { 'x-forwarded-for': `10.${[...randomBytes(3)].join('.')}` };
  for (;;) {
    const body = { email, accept_terms: true };
    const asked = await service.ask('POST', '/v1/auth/request-access', { headers, body }).catch(() => undefined);
    const code = asked?.status === 200 ? await newestCode(outbox, email) : undefined;
    const answer = code && (await give(service, email, code));
    if (answer) return open(service, answer, recorder);
    await sleep(PAUSE_MS);
  }
}

/** Buys credits at the test checkout with one Idempotency-Key, until its page confirms them. */
export async function buy(service: Service, account: Account, packageId: string, recorder: Recorder): Promise<void> {
  const { accountId, key } = account;
  const headers = { 'idempotency-key': randomUUID() };
  const asked = { key, headers, body: { package_id: packageId } };
  const { body } = await service.insist([201], 'POST', '/v1/billing/purchase', asked);
  const { pathname } = new URL(body.checkout_url);
  for (;;) {
    const { text } = await service.insist([200], 'GET', pathname);
    if (text.includes('credits were added')) break;
    // A checkout whose process has a different clock may end before it is paid. Then nothing was
    // bought.
    if (text.includes('This checkout has ended')) return;
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(text) ?? [];
    await service.ask('POST', pathname, { form: { button: 'pay', token } }).catch(() => undefined);
  }
  recorder.write({ line: 'paid', atMs: Date.now(), accountId, sessionId: body.session_id });
}

async function open(service: Service, key: string, recorder: Pick<Recorder, 'write'>): Promise<Account> {
  const { body: account } = await service.insist([200], 'GET', '/v1/account', { key });
  const { body: webhooks } = await service.insist([200], 'GET', '/v1/account/webhook-secret', { key });
  recorder.write({ line: 'account', atMs: Date.now(), accountId: account.account_id });
  return { accountId: account.account_id, key, secret: webhooks.secret };
}

/** A code counts once. If the response was lost, the caller must request another. */
async function give(service: Service, email: string, code: string): Promise<string | undefined> {
  for (let tries = 0; tries < 10; tries++) {
    const answer = await service
      .ask('POST', '/v1/auth/verify-access', { body: { email, code } })
      .catch(() => undefined);
    if (answer?.status === 200) return answer.body.api_key as string;
    if (answer?.status === 400) return undefined;
    await sleep(500);
  }
  return undefined;
}

/**
 * The folder is the mail server here. Its clock decides which mail is the newest, not the sender's.
 */
async function newestCode(outbox: string, email: string): Promise<string | undefined> {
  for (const deadline = Date.now() + MAIL_LIMIT_MS; Date.now() < deadline; await sleep(100)) {
    const mails = await Promise.all((await readdir(outbox).catch(() => [])).map((name) => mailIn(outbox, name)));
    const [newest] = mails
      .filter(({ text }) => text.includes(`To: ${email}`))
      .toSorted((a, b) => b.writtenMs - a.writtenMs);
    const [code] = /(?<=^Subject: )\d{6}/m.exec(newest?.text ?? '') ?? [];
    if (code) return code;
  }
  return undefined;
}

async function mailIn(outbox: string, name: string): Promise<{ text: string; writtenMs: number }> {
  const path = join(outbox, name);
  try {
    return name.startsWith('.')
      ? { text: '', writtenMs: 0 }
      : { text: await readFile(path, 'utf8'), writtenMs: (await stat(path)).mtimeMs };
  } catch {
    return { text: '', writtenMs: 0 };
  }
}
