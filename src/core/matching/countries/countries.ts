import { AU } from './au.js';
import { CA } from './ca.js';
import { CH } from './ch.js';
import { CO } from './co.js';
import type { CountryWords, Words } from './country-words.js';
import { CZ } from './cz.js';
import { EE } from './ee.js';
import { EVERYWHERE } from './everywhere.js';
import { FI } from './fi.js';
import { FR } from './fr.js';
import { GB } from './gb.js';
import { LT } from './lt.js';
import { IE } from './ie.js';
import { LV } from './lv.js';
import { NO } from './no.js';
import { SG } from './sg.js';
import { SK } from './sk.js';
import { US } from './us.js';

/** Supported countries. To add one, add it here and a file beside this one. */
export const COUNTRIES: readonly CountryWords[] = [US, CA, GB, FR, NO, CZ, CH, FI, SK, LT, EE, CO, IE, AU, SG, LV];

/**
 * By country, in lower case. A table rather than a function, since it is looked up for every name.
 */
export const WORDS: ReadonlyMap<string, CountryWords> = new Map(COUNTRIES.map((words) => [words.country, words]));

/** Collects a part of all countries, for words that are understood in every country. */
export function ofAll(part: (words: Words) => string | undefined): string[] {
  return [EVERYWHERE, ...COUNTRIES].flatMap((words) => part(words) ?? []);
}
