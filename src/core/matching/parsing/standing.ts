import { fold } from '../../text/fold.js';
import { mayTellStanding } from './segments.js';
import { writtenWhole } from './written-name.js';

/**
 * Returns the words, as written, by which a register's name marks a business as in liquidation or
 * the like; `undefined` for other names.
 */
export function standingIn(raw: string, jurisdiction: string): string | undefined {
  if (!mayTellStanding(fold(raw))) return undefined;
  const { standing } = writtenWhole(raw, jurisdiction.slice(0, 2)).name;
  if (standing === null) return undefined;
  const words = raw.trim().split(/\s+/);
  const length = standing.split(' ').length;
  const quoted = words.map((_, at) => words.slice(at, at + length).join(' '));
  const found = quoted.find(
    (phrase) =>
      fold(phrase)
        .replace(/[^A-Z]+/g, ' ')
        .trim() === standing,
  );
  return found?.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '') ?? standing.toLowerCase();
}
