import { execFile } from 'node:child_process';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Makes every write to the outbox fail until the returned function is called. Where mounting is
 * allowed, mounts a full disk over the folder; elsewhere, replaces the folder by a file, which
 * fails just as surely.
 */
export async function fillOutbox(outbox: string): Promise<() => Promise<void>> {
  await mkdir(outbox, { recursive: true });
  if (await mountedOver(outbox)) {
    await writeFile(join(outbox, '.ballast'), Buffer.alloc(1_000_000)).catch(() => undefined);
    return async () => void (await run('umount', ['--lazy', outbox]));
  }
  const kept = `${outbox}.kept`;
  await rename(outbox, kept);
  await writeFile(outbox, 'in the way');
  return async () => {
    await rm(outbox);
    await rename(kept, outbox);
  };
}

function mountedOver(folder: string): Promise<boolean> {
  return run('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]).then(
    () => true,
    () => false,
  );
}
