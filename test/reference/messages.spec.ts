import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { messages, messagesOf, messageTables, TABLES, type Message } from '../../scripts/reference/messages.js';

/** Words of earlier editions, which comments, test titles and pages avoid too. */
const OLD_WORDS =
  /\b((is|are|be) told(?! apart)|given back|gives? back|giving back|whoever|askers?|for so long|made up for|goes before|gives? way|turned away|none any)\b/i;
/** What a message says with more words than a native writer would. */
const LONG_WINDED = /\b(any more|one side only|there already|worked off|is no \w+ of|so far, if)\b/i;
const WRITTEN = ['src', 'test', 'scripts', 'docs', 'packages/client/src'];
const NOT_WRITTEN = /openapi\.generated\.ts$|^test\/reference\/messages/;
const MAX_CHARACTERS = 260;

const all = messages();
const told = (found: readonly Message[]) => found.map(({ file, kind, text }) => `${file}: ${kind}: ${text}`);

describe('the messages of the sources', () => {
  it('are kept in one table for each module: npm run docs:reference writes them again', () => {
    const tables = messageTables();
    expect(readdirSync(TABLES).toSorted()).toEqual(
      [...tables.keys()].map((path) => path.slice(TABLES.length + 1)).toSorted(),
    );
    for (const [path, text] of tables) expect(readFileSync(join(path), 'utf8')).toBe(text);
  });

  it('are found in each kind of place', () => {
    const counts = { error: 150, page: 200, mail: 15, line: 80, help: 60 };
    for (const [kind, least] of Object.entries(counts)) {
      expect([kind, all.filter((message) => message.kind === kind).length > least]).toEqual([kind, true]);
    }
  });

  it('use the usual words', () => {
    expect(told(all.filter(({ text }) => OLD_WORDS.test(text) || LONG_WINDED.test(text)))).toEqual([]);
  });

  it('and the comments, test titles and pages around them avoid the old words', () => {
    const files = WRITTEN.flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
    ).filter((file) => /\.(tsx?|mjs|md)$/.test(file) && !NOT_WRITTEN.test(file));
    expect(files.length).toBeGreaterThan(1_000);
    const found = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) => (OLD_WORDS.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : [])),
    );
    expect(found).toEqual([]);
  });

  it('are short enough to be read at once', () => {
    const lines = all.flatMap((message) => message.text.split('\n').map((text) => ({ ...message, text })));
    expect(told(lines.filter(({ text }) => text.length > MAX_CHARACTERS))).toEqual([]);
  });

  it('end sentences with a period, and begin rules and lines of a log without a capital', () => {
    expect(told(all.filter(({ kind, text }) => !isWellFormed(kind, text)))).toEqual([]);
  });

  it('would not pass with a sentence that breaks a rule', () => {
    const found = messagesOf(
      'core/example.ts',
      `throw new AppError('X', { message: 'This key is given back', suggestion: 'ask again.' });
       this.log.warn('the register is asked again.');`,
    );
    expect(found.map(({ kind, text }) => [kind, OLD_WORDS.test(text), isWellFormed(kind, text)])).toEqual([
      ['error', true, false],
      ['error', false, false],
      ['line', false, false],
    ]);
  });
});

function isWellFormed(kind: Message['kind'], text: string): boolean {
  const begins = /^\p{Lu}[\p{Ll}\p{Lu}']* /u.test(text);
  const ends = /[.?!:}]$/.test(text.trim());
  const field = /^(body|query|path|header)\.\w+ /.test(text);
  if (kind === 'error') return begins || field ? ends : !/^\p{Ll}.*\.$/u.test(text);
  if (kind === 'line') return !/^\p{Ll}.*\.$/u.test(text);
  if (kind === 'page') return !/[.?!] \p{Lu}/u.test(text) || ends;
  return true;
}
