import { wordsOfNames } from '../../bench/match-report/own-words.js';
import { decide } from '../../src/core/matching/decide.js';
import { parseName } from '../../src/core/matching/parsing/normalise.js';
import type { RegisterWords } from '../../src/core/registries/register-words.js';
import type { RegisterRecord } from '../../src/core/registries/record.js';
import { inLongRun } from '../support/long.js';
import { alter, fictionalRegister, seededRandom } from './fictional-register.js';

const NAMES = inLongRun(15_000, 6_000);
const QUERIES = inLongRun(2_000, 800);
/** Every fifth query is for a company that the register does not have. */
const ABSENT_EVERY = 5;

const SEED = 20_261_120;
const everyName = fictionalRegister(NAMES + QUERIES / ABSENT_EVERY, seededRandom(SEED));
const records = everyName.slice(0, NAMES).map((name, at): RegisterRecord => ({
  id: `R${at}`,
  name,
  aliases: [],
  status: 'active',
  statusDetail: null,
  goodStanding: null,
  entityType: null,
  formationDate: null,
  domestic: true,
  url: null,
}));

/** A fake of a register's own search: the records by the letter triples of their names. */
const byTriple = new Map<string, number[]>();
records.forEach(({ name }, at) => {
  for (const triple of triplesOf(name)) {
    const found = byTriple.get(triple);
    if (found) found.push(at);
    else byTriple.set(triple, [at]);
  }
});

function triplesOf(name: string): Set<string> {
  const letters = parseName(name, 'us-ny').words.join('');
  return new Set(Array.from({ length: Math.max(1, letters.length - 2) }, (_, at) => letters.slice(at, at + 3)));
}

const CANDIDATES = 40;

function candidates(asked: string): RegisterRecord[] {
  const shared = new Map<number, number>();
  for (const triple of triplesOf(asked)) {
    const found = byTriple.get(triple) ?? [];
    for (const at of found) shared.set(at, (shared.get(at) ?? 0) + 1 / Math.sqrt(found.length));
  }
  const best = [...shared].toSorted(([, a], [, b]) => b - a).slice(0, CANDIDATES);
  return best.map(([at]) => records[at]).filter((record) => record !== undefined);
}

interface Query {
  asked: string;
  own: string;
  isAbsent: boolean;
  candidates: RegisterRecord[];
}

const random = seededRandom(SEED + 1);
const queries = Array.from({ length: QUERIES }, (_, at): Query => {
  const isAbsent = at % ABSENT_EVERY === 0;
  const own = everyName[isAbsent ? NAMES + at / ABSENT_EVERY : Math.floor(random() * NAMES)] ?? '';
  const asked = alter(own, random);
  return { asked, own, isAbsent, candidates: candidates(asked) };
});

function outcome(query: Query, words: RegisterWords | undefined): 'right' | 'wrong' | 'missed' {
  const decision = decide(query.asked, 'us-ny', query.candidates, { own: words });
  if (decision.kind === 'no_match') return 'missed';
  if (decision.record.name === query.own) return 'right';
  return decision.match.review ? 'missed' : 'wrong';
}

describe.each([
  ['of the bundled table', undefined],
  ['of its own names', wordsOfNames(everyName.slice(0, NAMES), 'us')],
])(`a register of ${NAMES} names searched for ${QUERIES} mistyped ones, with the words %s`, (_words, words) => {
  const outcomes = queries.map((query) => ({ isAbsent: query.isAbsent, found: outcome(query, words) }));
  const present = outcomes.filter(({ isAbsent }) => !isAbsent);

  it('returns a wrong record for at most 2 in 100 queries', () => {
    expect(outcomes.filter(({ found }) => found === 'wrong').length / QUERIES).toBeLessThanOrEqual(0.02);
  });

  it('misses at most 10 in 100 of the companies it has', () => {
    expect(present.filter(({ found }) => found === 'missed').length / present.length).toBeLessThanOrEqual(0.1);
  });
});
