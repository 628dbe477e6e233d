import { readFileSync } from 'node:fs';
import { referencePages } from '../../scripts/reference/pages.js';

/** Ignores the width of the columns. */
const cells = (text: string) => text.replaceAll(/ {2,}/g, ' ').replaceAll(/-{3,}/g, '---');

it.each([...referencePages().keys()])('%s matches the code (npm run generate updates it)', (path) => {
  expect(cells(readFileSync(path, 'utf8'))).toBe(cells(referencePages().get(path) ?? ''));
});
