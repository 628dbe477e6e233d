import { MAX_FILE_NAME_LENGTH } from '../limits.js';
import { comparedText } from '../text/text.js';

/** A name that is too long keeps its end, which says what the file is. */
const KEPT_AT_THE_END = 20;
const UNSTORABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/gu;

/**
 * Returns the display name of a file: never a path, and without invisible characters. `undefined`
 * when nothing is left.
 */
export function fileNameOf(given: string): string | undefined {
  const last = given.split(/[/\\]/).at(-1) ?? '';
  const name = comparedText(last.replaceAll(UNSTORABLE, ''));
  if (name === '' || name === '.' || name === '..') return undefined;
  const signs = [...name];
  if (signs.length <= MAX_FILE_NAME_LENGTH) return name;
  const beginning = signs.slice(0, MAX_FILE_NAME_LENGTH - KEPT_AT_THE_END - 1);
  return [...beginning, '…', ...signs.slice(-KEPT_AT_THE_END)].join('');
}
