import fs from 'node:fs';
import path from 'node:path';
import { PUBLISHED_FILES } from '../registers.js';
import { listingKey, nextChange, sceneAt, scriptedCompanies } from '../script.js';
import { bulkExtracts, type BulkExtract } from './files.js';

const BY_CODE = new Map(PUBLISHED_FILES.map((published) => [published.code, published]));

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
    const published = BY_CODE.get(code);
    if (!published) return [];
    const { words, ending } = published;
    const file = path.join(scratch, `${code}.story.${ending}`);
    return {
      code,
      files: [...files, file],
      fingerprint: `${fingerprint} ${listingKey({ ...scene, lapsed: scene.lapsed && words.lapsed !== undefined })}`,
      write: () => fs.writeFileSync(file, published.write(scriptedCompanies(scene, words))),
    };
  });
}

/**
 * When one of these bulk registers publishes other words for the first time after `moment`;
 * `undefined` when none does any more.
 */
export function nextPublication(moment: Date, codes: readonly string[]): Date | undefined {
  const moments = codes.flatMap((code) => {
    const words = BY_CODE.get(code)?.words;
    return (words && nextChange(moment, words)) ?? [];
  });
  return moments.toSorted((a, b) => +a - +b)[0];
}
