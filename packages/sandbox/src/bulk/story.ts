import fs from 'node:fs';
import path from 'node:path';
import type { FictionalCompany } from '../companies/company.js';
import { listingKey, nextChange, sceneAt, scriptedCompanies, type ScriptWords } from '../script.js';
import { bulkExtracts, type BulkExtract } from './files.js';
import { floridaFile } from './us-fl.js';
import { iowaFile } from './us-ia.js';
import { virginiaFiles } from './us-va.js';
import { zip } from './zip.js';

interface StoryFile {
  name: string;
  words: ScriptWords;
  write: (companies: readonly FictionalCompany[]) => Buffer;
}

/** How the companies of the story stand in the file of each bulk register. */
const STORY: Readonly<Record<string, StoryFile>> = {
  'us-fl': { name: 'us-fl.story.txt', words: { ended: 'Inactive' }, write: floridaFile },
  'us-ia': { name: 'us-ia.story.jsonl', words: {}, write: iowaFile },
  'us-va': {
    name: 'us-va.story.zip',
    words: { ended: 'Involuntarily Dissolved', lapsed: 'Fee Delinquent' },
    write: (companies) => zip(virginiaFiles(companies)),
  },
};

/**
 * What the bulk registers publish at a moment of the sandbox: the files of `folder`, and one of the
 * scripted companies as they stand then, which is written to `scratch` by `write`.
 */
export function extractsAt(
  moment: Date,
  { folder, scratch }: { folder?: string | undefined; scratch: string },
): (BulkExtract & { write: () => void })[] {
  const scene = sceneAt(moment);
  return bulkExtracts(folder).flatMap(({ code, files, fingerprint }) => {
    const story = STORY[code];
    if (!story) return [];
    const file = path.join(scratch, story.name);
    const { lapsed } = story.words;
    return {
      code,
      files: [...files, file],
      fingerprint: `${fingerprint} ${listingKey({ ...scene, lapsed: scene.lapsed && lapsed !== undefined })}`,
      write: () => fs.writeFileSync(file, story.write(scriptedCompanies(scene, story.words))),
    };
  });
}

/**
 * When one of these bulk registers publishes other words for the first time after `moment`;
 * `undefined` when none does any more.
 */
export function nextPublication(moment: Date, codes: readonly string[]): Date | undefined {
  const moments = codes.flatMap((code) => {
    const words = STORY[code]?.words;
    return (words && nextChange(moment, words)) ?? [];
  });
  return moments.toSorted((a, b) => +a - +b)[0];
}
