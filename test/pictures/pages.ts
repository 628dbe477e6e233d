import { readdir, readFile } from 'node:fs/promises';
import { pictureName } from '../../src/modules/discovery/guides/pictures.js';
import { readDiagram } from './diagram.js';
import { draw } from './draw.js';

export const PICTURES = 'docs/pictures';

/** The diagrams that stand as text in README.md and docs/, drawn: the name of each file, and its SVG. */
export async function picturesOfPages(): Promise<Map<string, string>> {
  const pages = [
    'README.md',
    ...(await readdir('docs', { recursive: true }))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `docs/${name}`),
  ];
  const pictures = new Map<string, string>();
  for (const page of pages) {
    for (const [, text = ''] of (await readFile(page, 'utf8')).matchAll(/^```mermaid\n([\s\S]+?)^```$/gm)) {
      const diagram = readDiagram(text);
      const name = pictureName(diagram.title);
      if (pictures.has(name)) throw new Error(`two diagrams are called "${diagram.title}"`);
      pictures.set(name, draw(diagram));
    }
  }
  return pictures;
}
