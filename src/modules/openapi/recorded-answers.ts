import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('../../../examples/answers.json', import.meta.url));

/**
 * Answers that the service gave in a test, by operation and status: the examples of the OpenAPI
 * document. The same test renews them.
 */
export type RecordedAnswers = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

export function recordedAnswers(): RecordedAnswers {
  return JSON.parse(readFileSync(FILE, 'utf8')) as RecordedAnswers;
}
