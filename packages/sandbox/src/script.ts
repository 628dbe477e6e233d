import { ordinaryCompany, type FictionalCompany } from './companies/company.js';

/** Start of every sandbox clock. */
export const BEGAN_AT = new Date('2030-01-01T00:00:00Z');

const DAY_MS = 86_400_000;
const RENAMED_ON = 10;
const MOVED_ON = 20;
const DISSOLVED_ON = 30;
const FLAPS_EVERY = 7;
const BLIND_FROM = 5;
const SIGHTED_FROM = 8;

/**
 * A register's status words for the scripted companies. Without `ended`, the register no longer
 * lists an ended company.
 */
export interface ScriptWords {
  ended?: string;
  /** Live, but not in good standing. */
  lapsed?: string;
}

/** The state of the script: everything that registers list differently over time. */
export interface Scene {
  renamed: boolean;
  moved: boolean;
  dissolved: boolean;
  lapsed: boolean;
  /** The register of `Sandbox Blind LLC` does not answer for it. */
  blind: boolean;
}

function dayOf(now: Date): number {
  return Math.floor((now.getTime() - BEGAN_AT.getTime()) / DAY_MS);
}

export function sceneAt(now: Date): Scene {
  const day = dayOf(now);
  return {
    renamed: day >= RENAMED_ON,
    moved: day >= MOVED_ON,
    dissolved: day >= DISSOLVED_ON,
    lapsed: Math.floor(day / FLAPS_EVERY) % 2 === 1,
    blind: day >= BLIND_FROM && day < SIGHTED_FROM,
  };
}

/**
 * Returns when the listing of a register with these words next changes after `now`, or `undefined`
 * if it never does.
 */
export function nextChange(now: Date, { lapsed }: ScriptWords): Date | undefined {
  const today = dayOf(now);
  const flap = lapsed === undefined ? [] : [(Math.floor(today / FLAPS_EVERY) + 1) * FLAPS_EVERY];
  const days = [RENAMED_ON, MOVED_ON, DISSOLVED_ON, ...flap].filter((day) => day > today);
  return days.length === 0 ? undefined : new Date(BEGAN_AT.getTime() + Math.min(...days) * DAY_MS);
}

/** Equal for scenes with the same listing. */
export function listingKey({ renamed, moved, dissolved, lapsed }: Scene): string {
  return [renamed, moved, dissolved, lapsed].map(Number).join('');
}

/**
 * Returns the scripted companies as a register with these words lists them. `blind: false` omits
 * `Sandbox Blind LLC`.
 */
export function scriptedCompanies(scene: Scene, words: ScriptWords, blind = true): FictionalCompany[] {
  return [
    ...dissolving(scene, words),
    renaming(scene),
    {
      ...plain(3, 'Sandbox Flapping LLC'),
      ...(scene.lapsed && words.lapsed !== undefined && { status: words.lapsed }),
    },
    moving(scene),
    ...(blind ? [plain(5, 'Sandbox Blind LLC')] : []),
  ];
}

/**
 * Returns whether a request names `Sandbox Blind LLC`, with any punctuation a query language
 * inserts between the words.
 */
export function asksForBlind(requestText: string): boolean {
  return /sandbox[^a-z0-9]{0,4}blind/i.test(requestText);
}

export function namesSandbox(requestText: string): boolean {
  return /sandbox/i.test(requestText);
}

function dissolving(scene: Scene, { ended }: ScriptWords): FictionalCompany[] {
  const company = plain(1, 'Sandbox Dissolving LLC');
  if (!scene.dissolved) return [company];
  if (ended === undefined) return [];
  return [
    { ...company, status: ended, filings: [...company.filings, { date: dateOf(DISSOLVED_ON), type: 'end' as const }] },
  ];
}

function renaming(scene: Scene): FictionalCompany {
  const company = plain(2, 'Sandbox Renamed LLC');
  if (!scene.renamed) return company;
  const on = dateOf(RENAMED_ON);
  return {
    ...company,
    name: 'Sandbox Newly Named LLC',
    formerNames: [{ name: company.name, until: on }],
    filings: [...company.filings, { date: on, type: 'name change' }],
  };
}

function moving(scene: Scene): FictionalCompany {
  const company = plain(4, 'Sandbox Moving LLC');
  if (!scene.moved) return company;
  return {
    ...company,
    office: { ...company.office, street: '20 Elsewhere Avenue' },
    officers: [{ name: 'Fictional Officer 20', title: 'Manager' }],
  };
}

function plain(place: number, name: string): FictionalCompany {
  return ordinaryCompany(999_100 + place, name);
}

function dateOf(day: number): string {
  return new Date(BEGAN_AT.getTime() + day * DAY_MS).toISOString().slice(0, 10);
}
