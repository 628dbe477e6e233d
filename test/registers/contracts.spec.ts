import fs from 'node:fs';
import { BULK_FORMATS, CONNECTIONS } from '../../src/registers/adapters.js';
import { REGISTERS } from '../../src/registers/registers.js';
import { describeRegistry } from '../registries/registry.suite.js';
import type { ContractFile } from './contract.js';

const here = new URL('./', import.meta.url);
const folders = fs
  .readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const has = (folder: string, file: string) => fs.existsSync(new URL(`${folder}/${file}`, here));
const contracts = await Promise.all(
  folders
    .filter((folder) => has(folder, 'contract.ts'))
    .map(async (folder) => ({ folder, ...((await import(`./${folder}/contract.js`)) as ContractFile) })),
);
const listed = contracts.flatMap(({ folder, CONTRACTS }) => CONTRACTS.map((contract) => ({ folder, contract })));

for (const { contract } of listed) describeRegistry(contract);

it('every register that is asked keeps the contract of all, from a folder of its own', () => {
  const asked = REGISTERS.filter(({ code }) => CONNECTIONS.has(code)).map(({ code, folder = code }) => [code, folder]);
  const kept = new Set(listed.map(({ folder, contract: { code } }) => `${code} in ${folder}`));
  expect(asked.filter(([code, folder]) => !kept.has(`${code} in ${folder}`))).toEqual([]);
});

it('every register that is published as a file says in a folder of its own how its rows are read', () => {
  const read = BULK_FORMATS.map(({ code }) => code);
  expect(read.filter((code) => !has(code, 'records.spec.ts'))).toEqual([]);
});

it('every folder of tests belongs to a register', () => {
  const known = new Set(REGISTERS.map(({ code, folder = code }) => folder));
  expect(folders.filter((folder) => !known.has(folder))).toEqual([]);
});
