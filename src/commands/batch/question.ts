import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';

/** Whether the person at the keyboard, or the program at the other end of the input, says yes. */
export async function saysYes(question: string, stop: AbortController): Promise<boolean> {
  const keyboard = createInterface({ input: process.stdin, output: process.stderr });
  keyboard.on('SIGINT', () => stop.abort());
  try {
    const ended = once(keyboard, 'close').then(() => '');
    const answer = await Promise.race([keyboard.question(`${question} [y/N] `, { signal: stop.signal }), ended]);
    return /^y(es)?$/i.test(answer.trim());
  } finally {
    keyboard.close();
  }
}
