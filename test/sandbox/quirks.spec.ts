import fs from 'node:fs';
import { readRecordNumber } from '../../src/core/registries/record-numbers.js';
import { REGISTERS } from '@standing/sandbox/registers';
import { FOUND_QUIRKS } from '../registers/quirks.js';
import { FILES } from './quirks/files.js';
import { INTERNATIONAL } from './quirks/international.js';
import { Playing, type Quirks } from './quirks/playing.js';
import { SWITZERLAND } from './quirks/switzerland.js';
import { OTHER_STATES, SOCRATA } from './quirks/united-states.js';

const found: Quirks = Object.fromEntries(FOUND_QUIRKS.map(({ folder, quirks }) => [folder, quirks]));
const QUIRKS: Quirks = { ...SOCRATA, ...OTHER_STATES, ...FILES, ...INTERNATIONAL, ...SWITZERLAND, ...found };
const NUMBERED = REGISTERS.map(({ code }) => code);

/** Quirks of registers that an adapter once misread, missed or was slow at. */
const ONCE_MISREAD: readonly (readonly [register: string, quirk: string])[] = [
  ['ca-bc', 'finds what holds any word, best score first'],
  ['us-ct', 'agents on `business_key`'],
  ['ch-zh, LINDAS', 'a filter that is not in a limited query of its own runs out of time'],
  ['fr-idf', '`[NON-DIFFUSIBLE]`'],
  ['cz-10', 'subjects without an IČO'],
  ['ch-zh, Zefix', 'no field is promised, not even the UID, the canton or the name'],
  ['ch-zh, Zefix', '`INVALID_QUERY_WORDS`'],
  ['fi', 'the names and addresses of a ceased company end with it'],
  ['us-fl', 'a ZIP packed with Deflate64'],
  ['us-fl', 'Latin-1, not UTF-8'],
  ['us-co', 'an entity without a status'],
  ['every Socrata portal', 'more patterns than it has time for'],
  ['cz-10', 'an end that lies ahead'],
  ['gb-eaw, gb-sct, gb-nir', "letters before a number that look like another nation's"],
  ['fi', 'some have no address left'],
  ['us-va', 'a code in place of words, silent about the standing'],
  ['us-va', 'a code for one that is about to be dissolved, and one that no table has'],
  ['us-ct', 'no word on good standing'],
  ['cz-10', 'memberships with an end of their own'],
  ['fr-idf', '1900-01-01 for a beginning nobody knows'],
  ['us-dc', 'ended trade names'],
  ['no-03', '`avregistrert` beside `fratraadt`'],
  ['ch-zh, Zefix', 'a status that its description does not have'],
  ['gb-eaw, gb-sct, gb-nir', '`X-Ratelimit-*` headers (counted, never enforced)'],
  ['gb-eaw, gb-sct, gb-nir', 'officers 100 at a time, 404 where none were filed'],
  ['us-dc', 'fewer rows than were asked for, with `exceededTransferLimit`'],
  ['no-03', 'a listed unit that is 410 on reading'],
  ['fr-idf', 'seven requests a second, 429 beyond (where quotas are enforced)'],
  ['every register', 'a leading article, numerals, dotted letters, accents and signs in names'],
];

const pair = ([register, quirk]: readonly [string, string]) => `${register}: ${quirk}`;
const asserted = Object.entries(QUIRKS).flatMap(([register, quirks]) =>
  Object.keys(quirks).map((quirk) => pair([register, quirk])),
);

/**
 * Returns the rows of the tables in docs/internals/registers.md. A row holds the quirks of one
 * register.
 */
function documented(): string[] {
  const text = fs.readFileSync('docs/internals/registers.md', 'utf8');
  const sections = [...text.matchAll(/^## Simulated quirks.*?(?=^## )/gms)].map(([section]) => section);
  return sections.flatMap((section) =>
    [...section.matchAll(/^\| (.+?) +\| (.+?) +\| .+ \|$/gm)]
      .filter(([, register]) => register !== 'Register' && !/^-+$/.test(register!))
      .flatMap(([, register, quirks]) => quirks!.split('; ').map((quirk) => pair([register!, quirk]))),
  );
}

describe('the quirks that the sandbox plays', () => {
  let playing: Playing;
  beforeAll(async () => {
    playing = await Playing.start();
  });
  afterAll(() => playing.close());

  describe.each(Object.entries(QUIRKS))('%s', (_, quirks) => {
    it.each(Object.entries(quirks))('%s', async (_quirk, holds) => {
      const shown = async () => {
        await holds(playing);
      };
      await expect(shown()).resolves.toBeUndefined();
    });
  });

  it.each(NUMBERED)('numbers the companies of %s as its register does, and finds them by number', async (code) => {
    for (const name of playing.registries.sampleNames(code)!) {
      const { records } = await playing.search(code, name);
      const [{ id } = { id: '' }] = records;
      expect(readRecordNumber(code, id)).toEqual({ number: id });
      await expect(playing.numbered(code, id)).resolves.toMatchObject({ id, name: records[0]!.name });
    }
  });

  it('docs/internals/registers.md lists these quirks and no others', () => {
    expect(documented().toSorted()).toEqual(asserted.toSorted());
  });

  it('has every quirk that was once misread', () => {
    expect(ONCE_MISREAD.map(pair).filter((quirk) => !asserted.includes(quirk))).toEqual([]);
  });
});
