import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { readDiagram } from './diagram.js';
import { draw } from './draw.js';
import { PICTURES, picturesOfPages } from './pages.js';

describe('docs/pictures', () => {
  it('has what the text of the pages says, and nothing else: npm run pictures draws it again', async () => {
    const drawn = await picturesOfPages();
    expect([...drawn.keys()]).toEqual(expect.arrayContaining(['the-layers.svg', 'the-life-of-a-job.svg']));
    const names = (await readdir(PICTURES)).toSorted();
    const files = await Promise.all(names.map((name) => readFile(`${PICTURES}/${name}`, 'utf8')));
    expect(new Map(names.map((name, at) => [name, files[at]]))).toEqual(
      new Map([...drawn].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    );
  });
});

describe('a picture', () => {
  const text = ['stateDiagram-v2', 'accTitle: A & B', 'accDescr: Back and forth.', 'a --> b: goes', 'b --> a: comes'];

  it('has every node, every label, its title and its description, and suits light and dark', () => {
    const svg = draw(readDiagram(text.join('\n')));
    const written = [...svg.matchAll(/<tspan[^>]*>([^<]+)</g)].map(([, words]) => words);
    expect(written.toSorted()).toEqual(['a', 'b', 'comes', 'goes']);
    expect(svg).toContain('<title id="title">A &amp; B</title>');
    expect(svg).toContain('<desc id="description">Back and forth.</desc>');
    expect(svg).toContain('prefers-color-scheme:dark');
  });

  it('follows its text: another label is another picture', () => {
    const [one, other] = [text, text.toSpliced(3, 1, 'a --> b: runs')].map((lines) =>
      draw(readDiagram(lines.join('\n'))),
    );
    expect(one).not.toBe(other);
    expect(draw(readDiagram(text.join('\n')))).toBe(one);
  });

  it.each(['a --> b', 'subgraph one', 'a ==> b: goes'])('is not drawn without a line of its text: %s', (line) => {
    expect(() => readDiagram([...text, line].join('\n'))).toThrow(`"${line}" cannot be drawn here`);
  });
});
