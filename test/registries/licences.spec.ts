import fs from 'node:fs';
import path from 'node:path';
import { catalogue } from '../../src/core/registries/jurisdictions.js';

const FOLDER = 'src/registers';
/** Sources other than the one named in the catalogue. */
const SECOND_SOURCES = ['us-tx/comptroller.ts'];

/** The licence statement of each source file, by path. Comments are joined into one line. */
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

const filesOf = (folder: string) =>
  [...stated.keys()].filter((file) => path.dirname(file) === folder && !SECOND_SOURCES.includes(file));

it.each(catalogue().map(({ code, folder = code, source }) => [code, folder, source.licence]))(
  'the adapter of %s, in %s, states the licence that its answers name: %s',
  (_, folder, licence) => {
    const files = filesOf(folder);
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const said = (stated.get(file) ?? 'nothing').slice(0, licence.length);
      expect([file, said.toLowerCase()]).toEqual([file, licence.toLowerCase()]);
    }
  },
);

it('every folder of registers belongs to a register of the table, and no other source states a licence', () => {
  const folders = fs.readdirSync(FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const known = new Set(catalogue().map(({ code, folder = code }) => folder));
  expect(folders.map(({ name }) => name).filter((name) => !known.has(name))).toEqual([]);
  expect([...stated.keys()].filter((file) => !known.has(path.dirname(file)))).toEqual([]);
});
