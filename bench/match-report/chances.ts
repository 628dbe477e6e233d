import { createHash } from 'node:crypto';

/** Returns a generator of numbers from 0 to 1 that repeats for the same seed. */
export function chancesOf(seed: string): () => number {
  let drawn = 0;
  return () => {
    const digest = createHash('sha256').update(`${seed} ${drawn++}`).digest();
    return digest.readUInt32BE(0) / 2 ** 32;
  };
}
