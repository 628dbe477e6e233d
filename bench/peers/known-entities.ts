import { createHash } from 'node:crypto';
import fs from 'node:fs';

// Data of the bare programs: the digests of keys, and entities as the service returns them.

interface Known {
  digests: string[];
  entities: [id: string, entity: object][];
}

const { digests, entities } = JSON.parse(fs.readFileSync(process.env['KNOWN_ENTITIES']!, 'utf8')) as Known;
const holders = new Set(digests);
export const knownEntities = new Map(entities);

export function isKeyKnown(key: unknown): boolean {
  return typeof key === 'string' && holders.has(createHash('sha256').update(key).digest('hex'));
}

export function tellUrl(url: string): void {
  process.on('disconnect', () => process.exit());
  process.send?.(url);
}
