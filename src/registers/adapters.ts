import type { BulkFormat } from '../adapters/registries/bulk/formats/bulk-format.js';
import type { Connect } from '../adapters/registries/register.js';
import { REGISTERS } from './registers.js';

/** The exports of a register folder's `adapter.ts`. */
interface Adapter {
  /** For a register with an API. */
  connect?: Connect;
  /** For a register published as a file. */
  format?: BulkFormat;
}

const adapters = await Promise.all(
  REGISTERS.map(async ({ code, folder = code }) => {
    const adapter = (await import(`./${folder}/adapter.js`)) as Adapter;
    return { code, ...adapter };
  }),
);

/** By jurisdiction code. */
export const CONNECTIONS: ReadonlyMap<string, Connect> = new Map(
  adapters.flatMap(({ code, connect }) => (connect ? [[code, connect]] : [])),
);

export const BULK_FORMATS: readonly BulkFormat[] = adapters.flatMap(({ format }) => format ?? []);

export function bulkFormat(code: string): BulkFormat | undefined {
  return BULK_FORMATS.find((format) => format.code === code);
}
