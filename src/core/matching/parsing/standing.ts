import { LRUCache } from 'lru-cache';
import { fold } from '../../text/fold.js';
import { mayTellStanding, splitSegments } from './segments.js';
import { MAX_FOLDED, writtenName } from './written-name.js';

/**
 * The words by which a register's name marks a business as in liquidation or the like, as they are
 * written there; `undefined` for other names.
 */
export function standingIn(raw: string, jurisdiction: string): string | undefined {
  const country = jurisdiction.slice(0, 2);
  const asked = `${country} ${raw}`;
  let standing = knownStandings.get(asked);
  if (standing === undefined) knownStandings.set(asked, (standing = readStanding(raw, country) ?? ''));
  return standing === '' ? undefined : standing;
}

/** Every answer is looked at. */
const knownStandings = new LRUCache<string, string>({ max: 5_000 });

function readStanding(raw: string, country: string): string | undefined {
  const folded = fold(raw).slice(0, MAX_FOLDED);
  if (!mayTellStanding(folded)) return undefined;
  const { standing } = writtenName(splitSegments(folded).main, country);
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
