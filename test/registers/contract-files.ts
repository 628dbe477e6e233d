import fs from 'node:fs';
import type { ContractFile } from './contract.js';

const here = new URL('./', import.meta.url);

export const FOLDERS = fs
  .readdirSync(here, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);

export const hasFile = (folder: string, file: string) => fs.existsSync(new URL(`${folder}/${file}`, here));

export const CONTRACT_FILES = await Promise.all(
  FOLDERS.filter((folder) => hasFile(folder, 'contract.ts')).map(async (folder) => ({
    folder,
    ...((await import(`./${folder}/contract.js`)) as ContractFile),
  })),
);
