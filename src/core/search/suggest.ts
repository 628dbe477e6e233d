import type { Caller } from '../accounts/account.js';
import { mayAsk, requireAllowed } from '../accounts/caller-limits.js';
import type { Entity } from '../entities/entity.js';
import { AskedBusinesses } from '../entities/ports.js';
import type { Id } from '../ids.js';
import { Jurisdictions } from '../registries/jurisdictions.js';
import { Registries } from '../registries/ports.js';
import type { EntityStatus, RegisterRecord } from '../registries/record.js';
import { fold } from '../text/fold.js';
import { distanceFromName, nearestNames, typedNumber, typedWords } from './typed-name.js';
import { Injectable } from '../injectable.js';

export const SUGGESTION_MATCHES = ['name', 'former_name', 'number'] as const;

export interface Suggestion {
  entityName: string;
  jurisdiction: string;
  jurisdictionId: string;
  status: EntityStatus;
  /** Town and region, where the register lists them with the name. */
  place: string | undefined;
  matched: (typeof SUGGESTION_MATCHES)[number];
  /** `YYYY-MM-DD` */
  asOf: string;
  /** Set when the account has asked for it. */
  entityId: Id<'ent'> | undefined;
}

export interface Suggestions {
  suggestions: Suggestion[];
  covers: { jurisdiction: string; asOf: string }[];
}

interface Ranked extends Suggestion {
  distance: number;
}

/** Candidates to read from an account's own entities. */
const MAX_OWN = 200;

/**
 * Suggests names while somebody types, from the mirrored registers and the businesses the account
 * has asked for. Free, and no register is queried.
 */
@Injectable()
export class Suggest {
  constructor(
    private readonly registries: Registries,
    private readonly jurisdictions: Jurisdictions,
    private readonly businesses: AskedBusinesses,
  ) {}

  async run(
    { accountId, limits }: Caller,
    { typed, jurisdiction, limit }: { typed: string; jurisdiction: string | undefined; limit: number },
  ): Promise<Suggestions> {
    if (jurisdiction !== undefined) requireAllowed(limits, [this.jurisdictions.require(jurisdiction).code], 'quick');
    const wanted = (code: string) => (jurisdiction ?? code) === code;
    const covers = this.jurisdictions.list().flatMap(({ jurisdiction: { code }, asOf, unavailableReason }) => {
      return asOf !== undefined && unavailableReason === undefined && wanted(code) && mayAsk(limits, code)
        ? [{ jurisdiction: code, asOf }]
        : [];
    });
    const [mirrored, own] = await Promise.all([
      Promise.all(covers.map((cover) => this.inMirror(typed, cover, limit))),
      this.businesses.like(accountId, likePatterns(typed), MAX_OWN),
    ]);
    const asked = own
      .filter(({ jurisdiction: code, provenance }) => {
        return wanted(code) && this.registries.isSandbox(code) === provenance.sandbox;
      })
      .flatMap((entity) => ownSuggestion(typed, entity));
    return { suggestions: nearest([...asked, ...mirrored.flat()], limit), covers };
  }

  private async inMirror(
    typed: string,
    { jurisdiction, asOf }: { jurisdiction: string; asOf: string },
    limit: number,
  ): Promise<Ranked[]> {
    const records = await this.registries.suggest(
      jurisdiction,
      { words: typedWords(typed), number: typedNumber(typed) },
      limit,
    );
    return records.flatMap((record) => suggestion(typed, record, { jurisdiction, asOf, entityId: undefined }));
  }
}

function ownSuggestion(typed: string, { id, jurisdiction, record, provenance }: Entity): Ranked[] {
  const asOf = provenance.retrievedAt.toISOString().slice(0, 10);
  return suggestion(typed, record, { jurisdiction, asOf, entityId: id });
}

function suggestion(
  typed: string,
  record: RegisterRecord,
  where: Pick<Suggestion, 'jurisdiction' | 'asOf' | 'entityId'>,
): Ranked[] {
  const { id: jurisdictionId, name: entityName, status, clues } = record;
  const { city = null, region = null } = clues?.office ?? {};
  const place = [city, region].filter((part) => part !== null).join(', ') || undefined;
  const best = matchOf(typed, record, where.jurisdiction.slice(0, 2));
  return best ? [{ ...where, entityName, jurisdictionId, status, place, ...best }] : [];
}

function matchOf(
  typed: string,
  record: RegisterRecord,
  country: string,
): Pick<Ranked, 'matched' | 'distance'> | undefined {
  const number = typedNumber(typed);
  const own = record.id.replace(/[^A-Za-z0-9]/g, '').toUpperCase();
  if (number !== undefined && own.startsWith(number)) return { matched: 'number', distance: own === number ? -1 : 0 };
  const words = typedWords(typed);
  if (words.length === 0) return undefined;
  const names = [
    { matched: 'name' as const, distance: distanceFromName(words, record.name, country) },
    ...record.aliases.map(({ name, kind }) => ({
      matched: kind === 'former' ? ('former_name' as const) : ('name' as const),
      distance: distanceFromName(words, name, country) + 0.1,
    })),
  ];
  const [best] = names.toSorted((a, b) => a.distance - b.distance);
  return best && best.distance < Infinity ? best : undefined;
}

/**
 * A business the account has asked for replaces the same record of a mirror. Of equal names, active
 * ones come first; otherwise the registers' order is kept.
 */
function nearest(found: readonly Ranked[], limit: number): Suggestion[] {
  const unique = new Map<string, Ranked>();
  for (const each of found) {
    const key = `${each.jurisdiction} ${each.jurisdictionId}`;
    const known = unique.get(key);
    unique.set(key, known ? { ...each, entityId: known.entityId } : each);
  }
  const activeFirst = [...unique.values()].toSorted(
    (a, b) => Number(b.status === 'active') - Number(a.status === 'active'),
  );
  return nearestNames(activeFirst, ({ entityName, distance }) => ({
    name: typedWords(entityName).join(' '),
    distance,
  }))
    .slice(0, limit)
    .map(({ distance: _distance, ...each }) => each);
}

/** One typo leaves one half of a word unchanged. Letters of other scripts stay as they are. */
function likePatterns(typed: string): string[] {
  const parts = [fold(typed), typed.normalize('NFC')]
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word !== '')
    .flatMap((word) => {
      const half = Math.ceil(word.length / 2);
      return word.length < 4 ? [word] : [word.slice(0, half), word.slice(half)];
    });
  return [...new Set(parts)].map((part) => `%${part}%`);
}
