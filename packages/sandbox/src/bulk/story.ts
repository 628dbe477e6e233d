import fs from 'node:fs';
import path from 'node:path';
import { PUBLISHED_FILES } from '../registers.js';
import { listingKey, nextChange, sceneAt, scriptedCompanies } from '../script.js';
import { bulkExtracts, type BulkExtract } from './files.js';

const BY_CODE = new Map(PUBLISHED_FILES.map((published) => [published.code, published]));

/**
 * The files that the bulk registers publish at a moment of the sandbox clock: those in `folder`,
 * and one of the scripted companies in their state at that moment. `write` writes the latter to
 * `scratch`.
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
 * Returns when one of these bulk registers next publishes a change after `moment`, or `undefined`
 * if none will.
 */
export function nextPublication(moment: Date, codes: readonly string[]): Date | undefined {
  const moments = codes.flatMap((code) => {
    const words = BY_CODE.get(code)?.words;
    return (words && nextChange(moment, words)) ?? [];
  });
  return moments.toSorted((a, b) => +a - +b)[0];
}
