import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';

const page = readFileSync('docs/explanation/architecture.md', 'utf8');
const core = readdirSync('src/core', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join('src/core', file), 'utf8'))
  .join('\n');

it('the words of the glossary are words of the code', () => {
  const [, table = ''] = /\n## Words\n([\s\S]*)/.exec(page) ?? [];
  const words = [...table.matchAll(/^\| ([a-z]+) +\|/gm)].map(([, word = '']) => word);
  expect(words.length).toBeGreaterThan(12);
  const names = (word: string) =>
    new RegExp(
      `\\b${word}|[a-z]${word[0]?.toUpperCase()}${word.slice(1)}|\\b${word[0]?.toUpperCase()}${word.slice(1)}`,
    );
  expect(words.filter((word) => !names(word).test(core))).toEqual([]);
});
