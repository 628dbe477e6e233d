import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { DataSource } from 'typeorm';
import type { BulkFormat } from '../formats/bulk-format.js';
import { download, type Downloaded, type DownloadOrder, type KnownEdition } from './download.js';
import { currentEditions } from '../mirrors/editions.js';
import { importEdition, type ImportOrder, type ImportOutcome } from './importer.js';

export interface UpdateOrder {
  database: DataSource;
  databaseUrl: string;
  format: BulkFormat;
  /** Replaces the register's own server. */
  origin?: string | undefined;
  /** Holds files while they are downloaded and read. */
  folder: string;
  onDownload?: DownloadOrder['onProgress'];
  onProgress?: ImportOrder['onProgress'];
  pauseMs?: number;
}

export type UpdateOutcome =
  /** The register has no other edition than the current one. */
  | { kind: 'unchanged' }
  /**
   * The register's files are not downloaded by a program: why, and what a person has to fetch from
   * where.
   */
  | { kind: 'by_hand'; why: string; what: string }
  | { kind: 'imported'; outcome: ImportOutcome; bytes: number; resumedBytes: number };

/**
 * Updates a mirror to the edition that its register offers, while the service runs. Safe to repeat.
 * Throws `FailedDownload` and `CorruptFile`; the current edition then stays in use.
 */
export async function updateMirror(order: UpdateOrder): Promise<UpdateOutcome> {
  const { database, format } = order;
  const { published } = format;
  if (published.download === undefined) {
    return { kind: 'by_hand', why: published.why, what: published.what };
  }
  const { files } = published.download;
  const origin = order.origin?.replace(/\/+$/, '') ?? published.download.origin;
  const url = `${origin}${files[0].path}`;
  const current = (await currentEditions(database, 'live')).find(({ jurisdiction }) => jurisdiction === format.code);
  // An answer about one of several files says nothing of the others.
  const known =
    current && files.length === 1 ? await knownDownload(database, format.code, url, current.fingerprint) : undefined;
  const targets = files.map((one) => path.join(order.folder, targetName(format.code, one.name, files.length)));
  const clear = () => Promise.all(targets.map((file) => rm(file, { force: true })));
  const downloaded: Downloaded[] = [];
  for (const [at, file] of targets.entries()) {
    const one = await download({
      url: `${origin}${files[at]!.path}`,
      file,
      ...(known && { known }),
      ...(order.onDownload && { onProgress: order.onDownload }),
      ...(order.pauseMs !== undefined && { pauseMs: order.pauseMs }),
    });
    if (one) downloaded.push(one);
  }
  const fingerprint = fingerprintOf(downloaded);
  if (fingerprint === undefined || fingerprint === current?.fingerprint) {
    await clear();
    return { kind: 'unchanged' };
  }
  const outcome = await importEdition({
    databaseUrl: order.databaseUrl,
    format,
    realm: 'live',
    files: targets,
    fingerprint,
    ...(order.onProgress && { onProgress: order.onProgress }),
  });
  if (downloaded.length === 1) await noteDownload(database, format.code, url, fingerprint, downloaded[0]!);
  await clear();
  const sum = (of: 'bytes' | 'resumedBytes') => downloaded.reduce((total, one) => total + one[of], 0);
  return { kind: 'imported', outcome, bytes: sum('bytes'), resumedBytes: sum('resumedBytes') };
}

/** Of several files, each keeps its name, which shows its layout. */
function targetName(code: string, name: string, files: number): string {
  return files === 1 ? `${code}${path.extname(name)}` : `${code}.${name}`;
}

/** `undefined` if nothing had to be downloaded. */
function fingerprintOf(downloaded: readonly Downloaded[]): string | undefined {
  const [sole, ...others] = downloaded.map(({ sha256 }) => sha256);
  if (sole === undefined || others.length === 0) return sole;
  return createHash('sha256')
    .update([sole, ...others].join('\n'))
    .digest('hex');
}

/** Returns what the server said about the current edition's file, and nothing about any other. */
async function knownDownload(
  database: DataSource,
  code: string,
  url: string,
  fingerprint: string,
): Promise<KnownEdition | undefined> {
  const rows = await database.query<{ etag: string | null; lastModified: string | null }[]>(
    `select etag, last_modified as "lastModified" from mirror_downloads where jurisdiction = $1 and url = $2 and sha256 = $3`,
    [code, url, fingerprint],
  );
  const [row] = rows;
  return row && { etag: row.etag ?? undefined, lastModified: row.lastModified ?? undefined };
}

async function noteDownload(
  database: DataSource,
  code: string,
  url: string,
  sha256: string,
  { etag, lastModified }: KnownEdition,
): Promise<void> {
  await database.query(
    `insert into mirror_downloads (jurisdiction, url, sha256, etag, last_modified) values ($1, $2, $3, $4, $5)
     on conflict (jurisdiction) do update
       set url = excluded.url, sha256 = excluded.sha256, etag = excluded.etag, last_modified = excluded.last_modified,
           downloaded_at = now()`,
    [code, url, sha256, etag ?? null, lastModified ?? null],
  );
}
