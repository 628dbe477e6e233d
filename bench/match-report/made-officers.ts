import { chancesOf } from './chances.js';
import type { LabelledPair } from './labelled-pairs.js';

/** The person a caller names, and the officers in the register. */
export interface OfficerPair {
  given: string;
  official: string[];
}

interface Person {
  first: string;
  middle: string | undefined;
  last: string;
}

const FIRST =
  'Fictional Invented Imaginary Pretended Unreal Storied Fabled Madeup Feigned Dreamt Rumoured Supposed'.split(' ');
const LAST = (
  'Alder Birch Cedar Damson Elder Fir Gorse Hazel Ivy Juniper Larch Maple Nettle Oak Poplar Quince ' +
  'Rowan Sorrel Thorn Umber Vetch Willow Yarrow Zinnia'
).split(' ');

/**
 * Share of the same businesses where the register does not list the person that the caller names:
 * they left, or run the business without being an officer.
 */
const LEFT = 0.2;
/**
 * Share of different businesses with nearly one name that are run by one person: sister companies
 * have similar names.
 */
const SISTERS = 0.05;
const MAX_OFFICERS = 4;

/**
 * Makes fictional officers for a labelled pair of names, as registers and as people write them. A
 * pair always gets the same ones. The rates above are assumptions, not measurements.
 */
export function madeOfficers({ nameA, nameB, same, jurisdiction }: LabelledPair, round = 0): OfficerPair {
  const chance = chancesOf(`${round} officers of ${nameA} ${nameB} ${jurisdiction}`);
  const officers = Array.from({ length: 1 + Math.floor(chance() * MAX_OFFICERS) }, () => personBy(chance));
  const isListed = same ? chance() >= LEFT : chance() < SISTERS;
  const given = isListed ? officers[Math.floor(chance() * officers.length)]! : personBy(chance);
  return { given: asTyped(given, chance), official: officers.map((person) => asRegistered(person, chance)) };
}

function personBy(chance: () => number): Person {
  const pick = (names: readonly string[]) => names[Math.floor(chance() * names.length)]!;
  return { first: pick(FIRST), middle: chance() < 0.4 ? pick(FIRST) : undefined, last: pick(LAST) };
}

function asRegistered({ first, middle, last }: Person, chance: () => number): string {
  const given = middle === undefined ? first : `${first} ${chance() < 0.5 ? middle : middle[0]!}`;
  return chance() < 0.5 ? `${last}, ${given}`.toUpperCase() : `${given} ${last}`;
}

/**
 * Returns a name as people type it: with an initial, without the middle name, with a title, or with
 * a wrong letter.
 */
function asTyped({ first, middle, last }: Person, chance: () => number): string {
  const how = chance();
  if (how < 0.08) return `${first[0]!}. ${last}`;
  if (how < 0.12) return `${first} ${slipped(last, chance)}`;
  if (how < 0.16) return last;
  const between = middle !== undefined && chance() < 0.3 ? ` ${middle[0]!}.` : '';
  return `${chance() < 0.1 ? 'Dr. ' : ''}${first}${between} ${last}`;
}

function slipped(name: string, chance: () => number): string {
  const at = Math.floor(chance() * (name.length - 1));
  return `${name.slice(0, at)}${name[at + 1]}${name[at]}${name.slice(at + 2)}`;
}
