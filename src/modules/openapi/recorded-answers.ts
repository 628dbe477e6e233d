import fs from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Answers that the service gave in a test, by operation and status; they stay with the sources, and the same test renews them. */
export const RECORDED_FILE = fileURLToPath(
  new URL('../../../src/modules/openapi/recorded-answers.json', import.meta.url),
);

export type RecordedAnswers = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>;

export const RECORDED = JSON.parse(fs.readFileSync(RECORDED_FILE, 'utf8')) as RecordedAnswers;
