import { compareText } from '../compare-text.js';
import type { Caller } from '../accounts/account.js';
import { mayAsk, type Restrictions } from '../accounts/caller-limits.js';
import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import { parseName } from '../matching/parsing/normalise.js';
import { Jurisdictions } from '../registries/jurisdictions.js';
import { Registries } from '../registries/ports.js';
import type { Entity } from './entity.js';
import { AskedBusinesses, Entities } from './ports.js';
import { relationOf, type PlacedRecord, type RelatedHow } from './relations.js';
import { Injectable } from '../injectable.js';

export interface RelatedRecord extends RelatedHow {
  /** Set when the account has asked for it. */
  entityId: Id<'ent'> | undefined;
  /** `undefined` when the register names a place we do not cover. */
  jurisdiction: string | undefined;
  /** `undefined` when the register names only the place. */
  jurisdictionId: string | undefined;
  entityName: string;
}

/** Records with the name to consider, per mirrored register. */
const MAX_OF_A_MIRROR = 20;
export const MAX_RELATED = 100;

/**
 * Finds where else a business is registered: from what registers state of each other and from what
 * their records share, among the businesses the account has asked for and the mirrored registers.
 * Free, and no register is queried.
 */
@Injectable()
export class ReadRelated {
  constructor(
    private readonly entities: Entities,
    private readonly asked: AskedBusinesses,
    private readonly registries: Registries,
    private readonly jurisdictions: Jurisdictions,
  ) {}

  async run({ accountId, limits }: Caller, id: Id<'ent'> | undefined): Promise<RelatedRecord[]> {
    const own = id && (await this.entities.find(id));
    if (!own) throw new AppError('ENTITY_NOT_FOUND');
    const [known, mirrored] = await Promise.all([this.askedNear(accountId, own), this.inMirrors(own, limits)]);
    const unique = new Map([...mirrored, ...known].map((one) => [`${one.jurisdiction} ${one.jurisdictionId}`, one]));
    const found = [...unique.values()];
    return [...found, ...unmet(own, found)].toSorted(statedFirst).slice(0, MAX_RELATED);
  }

  private async askedNear(accountId: Id<'acc'>, own: Entity): Promise<RelatedRecord[]> {
    const { relations = [], identifiers = [] } = own.record;
    const numbers = [...relations.flatMap(({ number }) => number ?? []), ...identifiers.map(({ value }) => value)];
    const near = await this.asked.near(accountId, {
      letters: lettersIn(own.record.name),
      numbers: [own.record.id, ...numbers],
      naming: own.record.id,
    });
    return near
      .filter(({ provenance }) => provenance.sandbox === own.provenance.sandbox)
      .flatMap((entity) => related(own, entity, entity.id));
  }

  private async inMirrors(own: Entity, limits: Restrictions): Promise<RelatedRecord[]> {
    const mirrors = this.jurisdictions.list().flatMap(({ jurisdiction: { code }, asOf, unavailableReason }) => {
      const isSameWorld = this.registries.isSandbox(code) === own.provenance.sandbox;
      return asOf !== undefined && unavailableReason === undefined && isSameWorld && mayAsk(limits, code) ? [code] : [];
    });
    const found = await Promise.all(mirrors.map((code) => this.inMirror(own, code)));
    return found.flat();
  }

  private async inMirror(own: Entity, jurisdiction: string): Promise<RelatedRecord[]> {
    const { words } = parseName(own.record.name, own.jurisdiction);
    const named = (own.record.relations ?? []).flatMap(({ jurisdiction: code, number }) =>
      code === jurisdiction && number !== undefined ? [{ words: [], number }] : [],
    );
    const typed = [{ words, number: undefined }, ...named];
    const records = await Promise.all(typed.map((one) => this.registries.suggest(jurisdiction, one, MAX_OF_A_MIRROR)));
    return records.flat().flatMap((record) => related(own, { jurisdiction, record }, undefined));
  }
}

/** Returns the longest ASCII run of a name, which is the same with and without accents. */
function lettersIn(name: string): string {
  const [longest = name] = name.split(/[^A-Za-z0-9]+/).toSorted((a, b) => b.length - a.length);
  return longest;
}

function related(own: PlacedRecord, other: PlacedRecord, entityId: Id<'ent'> | undefined): RelatedRecord[] {
  const how = relationOf(own, other);
  const { jurisdiction, record } = other;
  return how ? [{ entityId, jurisdiction, jurisdictionId: record.id, entityName: record.name, ...how }] : [];
}

/** Returns the related records the register states that were not found here. */
function unmet({ jurisdiction: here, record }: Entity, found: readonly RelatedRecord[]): RelatedRecord[] {
  const isMet = (code: string | undefined, number: string | undefined) =>
    found.some(({ jurisdiction, jurisdictionId }) =>
      number === undefined ? jurisdiction === code : jurisdictionId === number,
    );
  const stated = (record.relations ?? []).map(({ relation, jurisdiction, number, name }): RelatedRecord => ({
    entityId: undefined,
    jurisdiction,
    jurisdictionId: number,
    entityName: name ?? record.name,
    relation,
    basis: 'stated',
    why: number === undefined ? `${here} names it` : `${here} names its number`,
  }));
  const { home } = record;
  const isTold = stated.some(({ relation }) => relation === 'home');
  const place: RelatedRecord[] =
    home?.jurisdiction === undefined || isTold
      ? []
      : [
          {
            entityId: undefined,
            jurisdiction: home.jurisdiction,
            jurisdictionId: undefined,
            entityName: record.name,
            relation: 'home',
            basis: 'stated',
            why: `${here} names ${home.jurisdiction}`,
          },
        ];
  return [...stated, ...place].filter(({ jurisdiction, jurisdictionId }) => !isMet(jurisdiction, jurisdictionId));
}

function statedFirst(a: RelatedRecord, b: RelatedRecord): number {
  return (
    Number(a.basis === 'inferred') - Number(b.basis === 'inferred') ||
    compareText(`${a.jurisdiction} ${a.jurisdictionId}`, `${b.jurisdiction} ${b.jurisdictionId}`)
  );
}
