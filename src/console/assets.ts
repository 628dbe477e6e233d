import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { published, type Published } from '../modules/discovery/documents/published.js';
import { STYLE } from '../modules/http/answers/page-style.js';

/** Not copied on build: the compiled program reads them from the sources. */
const FOLDER = fileURLToPath(new URL('../../src/console/assets', import.meta.url));
const FOR_GOOD = { 'cache-control': 'public, max-age=31536000, immutable' };

const STYLESHEET = [
  STYLE,
  ...['tokens', 'console'].map((name) => fs.readFileSync(`${FOLDER}/${name}.css`, 'utf8')),
].join('');
const SCRIPT = fs.readFileSync(`${FOLDER}/console.js`, 'utf8');

/** The file names contain a digest of the content, so that browsers can cache them forever. */
export const STYLESHEET_NAME = `console.${digestOf(STYLESHEET)}.css`;
export const SCRIPT_NAME = `console.${digestOf(SCRIPT)}.js`;

export const ASSETS: ReadonlyMap<string, Published> = new Map([
  [STYLESHEET_NAME, published('text/css; charset=utf-8', STYLESHEET, FOR_GOOD)],
  [SCRIPT_NAME, published('text/javascript; charset=utf-8', SCRIPT, FOR_GOOD)],
]);

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
