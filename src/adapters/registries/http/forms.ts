import { SourceError, type Candidates, type NameQuery } from '../../../core/registries/ports.js';
import type { Alias, RegisterRecord } from '../../../core/registries/record.js';

const KEYS_PER_REQUEST = 200;

/** The answers to forms of one question; `undefined` for one that failed. */
export interface Together<T extends Candidates> {
  answers: readonly (T | undefined)[];
  /** In the order of the forms, with duplicates. */
  records: RegisterRecord[];
  complete: boolean;
}

/**
 * Asks forms of one question together. The first one is the name itself: if it fails, so does the
 * search. If another one fails, the search fails too, unless what was found answers the question:
 * then it is incomplete, because the form that failed may find a second record of that name.
 */
export async function askTogether<T extends Candidates>(
  query: NameQuery,
  forms: readonly (() => Promise<T>)[],
  signal: AbortSignal,
): Promise<Together<T>> {
  const settled = await Promise.allSettled(forms.map((ask) => ask()));
  const answers = settled.map((form) => (form.status === 'fulfilled' ? form.value : undefined));
  const records = answers.flatMap((answer) => answer?.records ?? []);
  for (const [at, form] of settled.entries()) {
    if (form.status === 'fulfilled') continue;
    const mayFail = at > 0 && !signal.aborted && isOfRegister(form.reason) && query.satisfiedBy(records);
    if (!mayFail) throw form.reason;
  }
  return { answers, records, complete: answers.every((answer) => answer?.complete === true) };
}

/** Requests that our own throttle holds back are sent again soon. */
function isOfRegister(reason: unknown): boolean {
  return reason instanceof SourceError && reason.detail.throttled !== true;
}

/** Keeps the first record of each number, with the other names of all of them. */
export function eachOnce(records: readonly RegisterRecord[]): RegisterRecord[] {
  const byId = new Map<string, RegisterRecord>();
  for (const record of records) {
    const known = byId.get(record.id);
    if (!known) byId.set(record.id, record);
    else for (const other of record.aliases) addAlias(known, other);
  }
  return [...byId.values()];
}

/**
 * Records of one form of a question, each once. A few registers give one number to several
 * entities, so that only number and name identify a record.
 */
export class Found {
  private readonly byNumberAndName = new Map<string, RegisterRecord>();

  get records(): RegisterRecord[] {
    return [...this.byNumberAndName.values()];
  }

  /** Keeps the first of equal records, with the other names of all of them. */
  add(records: readonly RegisterRecord[]): void {
    for (const record of records) {
      const known = this.same(record);
      if (known === record) this.byNumberAndName.set(keyOf(record), record);
      else for (const other of record.aliases) addAlias(known, other);
    }
  }

  /** Returns the record that was kept for this one: itself if it is new. */
  same(record: RegisterRecord): RegisterRecord {
    return this.byNumberAndName.get(keyOf(record)) ?? record;
  }
}

export function eachFound(records: readonly RegisterRecord[]): RegisterRecord[] {
  const found = new Found();
  found.add(records);
  return found.records;
}

/**
 * Returns the record that was listed, among those that have its number: the one of its name, else
 * the first one.
 */
export function listedAmong<T extends { record: RegisterRecord }>(
  read: readonly T[],
  listed: RegisterRecord | undefined,
): T | undefined {
  return read.find(({ record }) => record.name === listed?.name) ?? read[0];
}

export function addAlias(record: RegisterRecord, other: Alias): void {
  if (other.name !== record.name && !record.aliases.some(({ name }) => name === other.name)) record.aliases.push(other);
}

function keyOf({ id, name }: RegisterRecord): string {
  return `${id}\n${name}`;
}

/** Returns the keys in groups that fit into a request. */
export function requestsOf<T>(keys: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(keys.length / KEYS_PER_REQUEST) }, (_, at) =>
    keys.slice(at * KEYS_PER_REQUEST, (at + 1) * KEYS_PER_REQUEST),
  );
}
