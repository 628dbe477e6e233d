import type { Match } from '../matching/decide.js';
import { nameKey } from '../matching/parsing/name-key.js';
import type { Tier } from '../registries/jurisdiction.js';
import type { Registry } from '../registries/ports.js';
import {
  NOTHING_MORE,
  unlessMoved,
  type RecordDetails,
  type RegisterRecord,
  type WithheldRecord,
} from '../registries/record.js';
import { numberOfRecord } from '../registries/record-numbers.js';
import type { FieldSources, Witness } from '../registries/witness.js';
import { withheld } from './failure-of.js';

/** A decided record as its register has it under its number. */
export type DecidedReading =
  | {
      kind: 'read';
      record: RegisterRecord;
      details: RecordDetails | undefined;
      /** Locations of its fields in what was read by number. */
      sources?: FieldSources | undefined;
    }
  /** The number now stands for a record of another name, so the decision has to be made again. */
  | { kind: 'another'; record: RegisterRecord }
  /** `withheld`: it is still there, but was taken out of publication. */
  | { kind: 'gone'; withheld?: WithheldRecord };

export interface Reader {
  registry: Registry;
  jurisdiction: string;
  signal: AbortSignal;
  witness: Witness | undefined;
}

/**
 * Reads the record that was decided from a search: with everything at the deep tier, with its whole
 * standing where the search shows only part of it, and not at all where the search showed enough. A
 * listed record that is gone when read, or taken out of publication, is dissolved if the list said
 * so.
 */
export async function readDecided(
  { registry, jurisdiction, signal, witness }: Reader,
  listed: RegisterRecord,
  tier: Tier,
): Promise<DecidedReading> {
  if (tier === 'quick' && !listed.isBrief) return { kind: 'read', record: listed, details: undefined };
  const found = unlessMoved(
    tier === 'deep'
      ? await registry.fetch(listed.id, signal, listed)
      : await registry.findByNumber(numberOfRecord(jurisdiction, listed.id), signal),
  );
  if (found && 'withholds' in found && found.withholds !== 'record') throw withheld(found);
  if (!found || 'withholds' in found)
    return asEnded(listed, tier) ?? { kind: 'gone', ...(found && { withheld: found }) };
  const sources = witness?.sourcesOf(found);
  const { details, ...record } = { details: undefined, ...found };
  return isSame(listed, record, jurisdiction)
    ? { kind: 'read', record, details, sources }
    : { kind: 'another', record };
}

/** Returns the match with the period of the matched name, if only the whole record states it. */
export function withPeriodRead(match: Match, { aliases }: RegisterRecord, jurisdiction: string): Match {
  if (!match.alias) return match;
  const { kind, ...listed } = match.alias;
  const key = nameKey(match.matchedName, jurisdiction);
  const read = aliases.find((other) => other.kind === kind && nameKey(other.name, jurisdiction) === key);
  if (!read) return match;
  const { name: _, ...period } = read;
  return { ...match, alias: { ...listed, ...period } };
}

/** Returns a listed record that is gone when read as dissolved, if the list said so. */
export function asEnded(listed: RegisterRecord, tier: Tier): Extract<DecidedReading, { kind: 'read' }> | undefined {
  if (listed.status !== 'dissolved') return undefined;
  return { kind: 'read', record: listed, details: tier === 'deep' ? NOTHING_MORE : undefined };
}

/** A register may repeat or reuse a number, so a name has to agree: a current or another one. */
function isSame(listed: RegisterRecord, read: RegisterRecord, jurisdiction: string): boolean {
  if (listed.id !== read.id) return false;
  if (listed.name === read.name) return true;
  const keysOf = (names: readonly { name: string }[]) => names.map(({ name }) => nameKey(name, jurisdiction));
  const [known, now] = [nameKey(listed.name, jurisdiction), nameKey(read.name, jurisdiction)];
  return known === now || keysOf(read.aliases).includes(known) || keysOf(listed.aliases).includes(now);
}
