import { createInterface } from 'node:readline/promises';
import { text } from 'node:stream/consumers';
import { Standing } from '@standing/client';
import { exitCodeOf, urlOf } from './cli/ask-service.js';
import { runCommand, UsageError } from './cli/command.js';
import { LOGIN } from './cli/definitions.js';
import { keepKey } from './cli/kept-keys.js';
import { print, printError } from './cli/print.js';

/** Never an argument: the list of processes and the shell's history would show it. */
async function typedKey(): Promise<string> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).trim();
  const keyboard = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await keyboard.question('API key: ')).trim();
  } finally {
    keyboard.close();
  }
}

await runCommand(
  LOGIN,
  async ({ values }) => {
    const url = urlOf(values.url);
    if (values.forget) {
      print(`no key is kept for ${url} in ${keepKey(url, undefined)}`);
      return;
    }
    printError(`Make a key at ${url}/console/keys, and paste it here.`);
    const apiKey = await typedKey();
    if (apiKey === '') throw new UsageError('no key was given');
    const { email } = await new Standing({ baseUrl: url, apiKey }).account();
    print(`the key of ${email} at ${url} is kept in ${keepKey(url, apiKey)}`);
  },
  exitCodeOf,
);
