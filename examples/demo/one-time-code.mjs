import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const PATIENCE_MS = 2_000;

/**
 * The code that was sent to this address: out of the outbox of a service on this machine, else from
 * the person at the keyboard.
 * @param {string} email
 * @param {string} outbox
 */
export async function codeFor(email, outbox) {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(100)) {
    const code = await codeInOutbox(email, outbox);
    if (code !== undefined) return code;
  }
  if (!process.stdin.isTTY)
    throw new Error(`there is no mail to ${email} in ${outbox}; give --key, or the right --outbox`);
  const keyboard = createInterface({ input: process.stdin, output: process.stdout });
  const code = await keyboard.question(`     the code from the e-mail to ${email}: `);
  keyboard.close();
  return code.trim();
}

/**
 * @param {string} email
 * @param {string} outbox
 */
async function codeInOutbox(email, outbox) {
  /** @type {string[]} */
  const none = [];
  const names = await readdir(outbox).catch(() => none);
  for (const name of names.toSorted().toReversed().slice(0, 50)) {
    const mail = await readFile(join(outbox, name), 'utf8').catch(() => '');
    const code = mail.includes(email) ? /^\D*(\d{6})\b/m.exec(mail.slice(mail.search(/\r?\n\r?\n/)))?.[1] : undefined;
    if (code !== undefined) return code;
  }
  return undefined;
}
