import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** When a backup that failed is tried again, if the next is not due before. */
const RETRY_MS = 10 * MINUTE_MS;
/** Only folders with such a name are deleted. */
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

export interface Schedule {
  /** The folder that holds the backups, each in a folder named by its time. */
  folder: string;
  everyHours: number;
  /** How many of the newest remain. */
  keep: number;
}

/** `2026-11-23T02-00-00Z`: in the order of time, and a name on every file system. */
export function nameAt(moment: Date): string {
  return `${moment.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
}

export async function backupsIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => NAME.test(name)).toSorted();
}

/** How long until the next backup: a restart makes no additional one. */
export function untilDue(newest: string | undefined, everyHours: number, now: Date): number {
  if (newest === undefined) return 0;
  const taken = Date.parse(newest.replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
  return Math.max(0, taken + everyHours * HOUR_MS - now.getTime());
}

/** Deletes all but the newest, and what a backup that failed has left. */
export async function deleteOlder(folder: string, keep: number): Promise<string[]> {
  const unfinished = (await readdir(folder)).filter(
    (name) => NAME.test(name.replace(/\.unfinished$/, '')) && name.includes('.'),
  );
  const older = [...(await backupsIn(folder)).slice(0, -keep), ...unfinished];
  for (const name of older) await rm(join(folder, name), { recursive: true, force: true });
  return older;
}

/** Backs up until it is stopped; a failure is reported and tried again. */
export async function backUpRegularly(
  { folder, everyHours, keep }: Schedule,
  backUpTo: (folder: string) => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  while (!stop.aborted) {
    const newest = (await backupsIn(folder)).at(-1);
    await sleep(untilDue(newest, everyHours, new Date()), undefined, { signal: stop }).catch(() => undefined);
    if (stop.aborted) return;
    try {
      await backUpTo(join(folder, nameAt(new Date())));
      for (const name of await deleteOlder(folder, keep)) console.log(`deleted ${join(folder, name)}`);
    } catch (error) {
      console.error(`the backup failed: ${(error as Error).message}`);
      await sleep(RETRY_MS, undefined, { signal: stop }).catch(() => undefined);
    }
  }
}
