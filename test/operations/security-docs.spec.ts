import { readFile } from 'node:fs/promises';

const PAGES = ['docs/internals/security-tests.md', 'docs/internals/asvs.md'];
/**
 * A reference to a test: its file, and part of its title up to the end of the sentence, the cell or
 * the bracket.
 */
const REFERENCE = /`(test\/[\w./-]+\.(?:spec|stress)\.ts)` › ([^|\n]*?)(?=\s*(?:\||\n|\)[.;,]|\) |\)$|\.\s|\.$|$))/gm;

/** Puts each paragraph on one line, because a reference may be split over two. */
const unwrapped = (text: string) => text.replaceAll(/([^\n|])\n {0,2}(?=[^\n|#\s-])/g, '$1 ');

describe.each(PAGES)('%s', (page) => {
  it('names tests that exist, by their titles', async () => {
    const text = unwrapped(await readFile(page, 'utf8'));
    const references = [...text.matchAll(REFERENCE)].map(([, file = '', title = '']) => ({
      file,
      title: title.trim(),
    }));
    expect(references.length).toBe([...text.matchAll(/\.(?:spec|stress)\.ts` ›/g)].length);
    expect(references.length).toBeGreaterThan(20);
    const missing = [];
    for (const { file, title } of references) {
      const source = await readFile(file, 'utf8').catch(() => '');
      if (title.length < 8 || !source.includes(title)) missing.push(`${file} › ${title}`);
    }
    expect(missing).toEqual([]);
  });
});

describe('docs/internals/asvs.md', () => {
  it('covers every chapter, and each requirement once with a test, a document or a reason', async () => {
    const text = await readFile('docs/internals/asvs.md', 'utf8');
    const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) +\| (.*?) +\| (.*?) +\|$/gm)];
    const ids = rows.map(([, id = '']) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(230);
    expect(new Set(ids.map((id) => Number(id.split('.')[0])))).toEqual(
      new Set(Array.from({ length: 16 }, (_, n) => n + 1)),
    );
    const held = /\[[A-Z0-9]+\]\(#tests\)|^_(n\/a|doc|code|part|no)_: \S/;
    expect(rows.filter(([, , , by = '']) => !held.test(by)).map(([, id]) => id)).toEqual([]);
    const named = new Set([...text.matchAll(/\[([A-Z0-9]+)\]\(#tests\)/g)].map(([, name]) => name));
    const listed = new Set([...text.matchAll(/^\| ([A-Z0-9]+) +\| `test\//gm)].map(([, name]) => name));
    expect(named).toEqual(listed);
  });
});
