import fs from 'node:fs';
import path from 'node:path';
import { JURISDICTIONS } from '../../src/core/registries/jurisdictions.js';

const FOLDER = 'src/adapters/registries';
const SHARED: Readonly<Record<string, readonly string[]>> = {
  'gb-eaw': ['companies-house.ts'],
  'gb-sct': ['companies-house.ts'],
  'gb-nir': ['companies-house.ts'],
  'fr-idf': ['recherche-entreprises.ts'],
  'no-03': ['brreg.ts'],
  'cz-10': ['ares.ts'],
  'ch-zh': ['zefix.ts', 'lindas.ts'],
  'fi-18': ['prh.ts'],
  'ca-bc': ['orgbook.ts'],
};
/** Sources beside the one that the catalogue names. */
const SECOND_SOURCES = ['socrata/texas-comptroller.ts'];

/** What each source file says of its licence, by path; comments put on one line. */
const stated = new Map(
  fs
    .readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file): [string, string][] => {
      const text = fs.readFileSync(path.join(FOLDER, file), 'utf8').replace(/\s*\n \* ?/g, ' ');
      const licence = /\bLicence:\s+(.*?)(?:\*\/|$)/m.exec(text)?.[1];
      return licence === undefined ? [] : [[file, licence]];
    }),
);

const filesOf = (code: string) =>
  SHARED[code] ?? [...stated.keys()].filter((file) => path.basename(file) === `${code}.ts`);

it.each(JURISDICTIONS.map(({ code, source }) => [code, source.licence]))(
  'the adapter of %s states the licence that its answers name: %s',
  (code, licence) => {
    const files = filesOf(code);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const said = (stated.get(file) ?? 'nothing').slice(0, licence.length);
      expect([file, said.toLowerCase()]).toEqual([file, licence.toLowerCase()]);
    }
  },
);

it('no source states a licence beside those of the catalogue', () => {
  const known = new Set([...JURISDICTIONS.flatMap(({ code }) => filesOf(code)), ...SECOND_SOURCES]);
  expect([...stated.keys()].filter((file) => !known.has(file))).toEqual([]);
});
