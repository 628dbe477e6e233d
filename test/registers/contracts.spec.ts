import { MAX_REGISTERS } from '../../src/core/limits.js';
import { REGISTERS } from '../../src/registers/registers.js';
import { describeRegistry } from '../registries/registry.suite.js';
import { CONTRACT_FILES, FOLDERS, hasFile } from './contract-files.js';

const listed = CONTRACT_FILES.flatMap(({ folder, CONTRACTS }) => CONTRACTS.map((contract) => ({ folder, contract })));

for (const { contract } of listed) describeRegistry(contract);

it('every register that is asked runs the common contract, from a folder of its own', () => {
  const asked = REGISTERS.facts
    .filter(({ code }) => REGISTERS.connections.has(code))
    .map(({ code, folder = code }) => [code, folder]);
  const kept = new Set(listed.map(({ folder, contract: { code } }) => `${code} in ${folder}`));
  expect(asked.filter(([code, folder]) => !kept.has(`${code} in ${folder}`))).toEqual([]);
});

it('every register that is published as a file has record tests in a folder of its own', () => {
  const read = REGISTERS.formats.map(({ code }) => code);
  expect(read.filter((code) => !hasFile(code, 'records.spec.ts'))).toEqual([]);
});

it('the bound of lists that name registers has room for all of them', () => {
  expect(REGISTERS.facts.length).toBeLessThanOrEqual(MAX_REGISTERS);
});

it('every folder of tests belongs to a register', () => {
  const known = new Set(REGISTERS.facts.map(({ code, folder = code }) => folder));
  expect(FOLDERS.filter((folder) => !known.has(folder))).toEqual([]);
});
