import { execFile } from 'node:child_process';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * Makes every write into the outbox fail until the returned function is called. Where file systems may be mounted, that is a disk with no room
 * left, laid over the folder; elsewhere the folder is replaced by a file, which fails as surely.
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
