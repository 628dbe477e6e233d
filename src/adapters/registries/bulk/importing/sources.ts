import path from 'node:path';
import { openBulkFile, type BulkEntry } from '../formats/bulk-file.js';
import type { BulkFormat, PartLayout } from '../formats/bulk-format.js';
import { CorruptFile } from '../formats/corrupt-file.js';

export interface Source {
  entry: BulkEntry;
  layout: PartLayout;
}

/**
 * Opens the given files and selects those that the register publishes. Throws `CorruptFile`. Call
 * `close` afterwards.
 */
export async function openSources(
  files: readonly string[],
  format: BulkFormat,
): Promise<{ sources: Source[]; close: () => void }> {
  const opened: Awaited<ReturnType<typeof openBulkFile>>[] = [];
  const close = () => opened.forEach((file) => file.close());
  try {
    for (const file of files) opened.push(await openBulkFile(file));
    const entries = opened.flatMap((file) => file.entries);
    return { sources: sourcesOf(entries, format, files), close };
  } catch (error) {
    close();
    throw error;
  }
}

function sourcesOf(entries: readonly BulkEntry[], format: BulkFormat, files: readonly string[]): Source[] {
  const sole = entries.length === 1;
  const sources = entries.flatMap((entry) => {
    const layout =
      format.layoutOf(entry.name) ?? (sole && !entry.packed ? format.layoutOf(format.usualName) : undefined);
    return layout ? [{ entry, layout }] : [];
  });
  if (sources.length > 0) {
    refuseHalves(sources, format);
    return sources;
  }
  const found = entries.map(({ name }) => name).slice(0, 3);
  const given = files.map((file) => path.basename(file)).join(', ');
  const reason = `not what ${format.code} publishes, which is ${format.publishes}`;
  throw new CorruptFile(given, undefined, `${reason}; found ${found.join(', ') || 'nothing'}`);
}

function refuseHalves(sources: readonly Source[], { code, together = {} }: BulkFormat): void {
  const given = new Set(sources.map(({ layout }) => layout.part));
  const missing = Object.entries(together).flatMap(([part, name]) => (given.has(part) ? [] : name));
  if (missing.length === 0) return;
  const whole = Object.values(together).join(' and ');
  const reason = `only part of what ${code} publishes: give ${whole} in one import; ${missing.join(', ')} is missing`;
  throw new CorruptFile(sources.map(({ entry }) => entry.name).join(', '), undefined, reason);
}
