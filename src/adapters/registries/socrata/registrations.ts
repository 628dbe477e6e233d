import { readFields, withMore } from '../../../core/registries/reading.js';
import type { RegisterRecord } from '../../../core/registries/record.js';
import type { Row } from '../http/fields.js';

export interface Entity {
  row: Row;
  record: RegisterRecord;
}

/**
 * Rules of a register that lists one number several times: each row is a registration, with a
 * number of its own. A number stands for its first registration in order, and for those of the same
 * name. A registration of another name is a record with its own number.
 */
export interface Registrations {
  /** Returns the number of the registration itself; `undefined` if the row does not state it. */
  ownNumber: (row: Row) => string | undefined;
  /** Returns the condition for a number of a registration; `undefined` for any other number. */
  ownCondition: (number: string) => string | undefined;
  /** Puts the registration that the number stands for first: a living one, then the latest. */
  compare: (a: Row, b: Row) => number;
}

/** A record, with the numbers of the registrations that it stands for. */
export interface StandingEntity extends Entity {
  registered: readonly string[];
}

/** Returns the records that registrations stand for. All of a number have to be given together. */
export function standingAmong(found: readonly Entity[], registrations: Registrations): StandingEntity[] {
  const byNumber = grouped(found, ({ record }) => record.id);
  return byNumber.flatMap((ofNumber) => {
    const inOrder = ofNumber.toSorted((a, b) => registrations.compare(a.row, b.row));
    return grouped(inOrder, ({ record }) => lettersOf(record.name)).map(([first, ...others], at) => {
      const registered = [first!, ...others].flatMap(({ row }) => registrations.ownNumber(row) ?? []);
      return { ...(at === 0 ? first! : underOwnNumber(first!, registrations)), registered };
    });
  });
}

/** Returns the numbers of records that may have other registrations, each once. */
export function numbersIn(records: readonly RegisterRecord[], { ownCondition }: Registrations): string[] {
  return [...new Set(records.map(({ id }) => id).filter((id) => ownCondition(id) === undefined))];
}

/**
 * Returns the records of a number, the one that it stands for first. For the number of a
 * registration, returns the record that this registration belongs to.
 */
export async function standingOf(
  number: string,
  registrations: Registrations,
  read: (where: string) => Promise<Entity[]>,
  ofNumber: (of: string) => Promise<Entity[]>,
): Promise<StandingEntity[]> {
  const own = registrations.ownCondition(number);
  if (own === undefined) return standingAmong(await ofNumber(number), registrations);
  const found = await read(own);
  const [shared] = numbersIn(
    found.map(({ record }) => record),
    registrations,
  );
  const all = shared === undefined ? found : await ofNumber(shared);
  return standingAmong(all, registrations).filter(({ registered }) => registered.includes(number));
}

function underOwnNumber({ row, record }: Entity, { ownNumber }: Registrations): Entity {
  const id = () => ownNumber(row) ?? record.id;
  return { row, record: withMore(record, readFields<Pick<RegisterRecord, 'id'>>({ id })) };
}

/** Chambers write one name with other signs: `ACME S.A.S.` and `ACME SAS`. */
function lettersOf(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toUpperCase();
}

function grouped<T>(all: readonly T[], keyOf: (each: T) => string): T[][] {
  const groups = new Map<string, T[]>();
  for (const each of all) groups.set(keyOf(each), [...(groups.get(keyOf(each)) ?? []), each]);
  return [...groups.values()];
}
