import { readFileSync } from 'node:fs';
import { AnswersCheck } from './answers-check.js';

/**
 * The published document. `client-types.spec` compares it with the one that the service generates.
 */
const FILE = 'packages/client/openapi.json';

let document: AnswersCheck | undefined;

export function publishedDocument(): AnswersCheck {
  return (document ??= new AnswersCheck(JSON.parse(readFileSync(FILE, 'utf8'))));
}

export function requireDocumented(what: string, problems: readonly string[], body: unknown): void {
  if (problems.length === 0) return;
  const hint = `${what} is not as ${FILE} says (npm run generate -- client writes it anew)`;
  throw new Error(`${hint}:\n${problems.join('\n')}\n${JSON.stringify(body)}`);
}
