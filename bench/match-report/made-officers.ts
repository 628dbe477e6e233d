import { chancesOf } from './chances.js';
import type { LabelledPair } from './labelled-pairs.js';

/** The person that a caller names, and those that a register has. */
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
 * How often the person that a caller names is none of the register's although the business is one:
 * somebody left, or runs it without being an officer.
 */
const LEFT = 0.2;
/** Different businesses of nearly one name that one person runs: sisters are named alike. */
const SISTERS = 0.05;
const MAX_OFFICERS = 4;

/**
 * Fictional officers for a labelled pair of names, the same every time: as registers write them,
 * and as people do. The rates above are assumptions, not measurements.
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

/** With an initial, without the name in the middle, with a title, or with a letter wrong. */
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
