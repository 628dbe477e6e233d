import type { BulkFormat } from '../adapters/registries/bulk/formats/bulk-format.js';
import type { Connect } from '../adapters/registries/register.js';
import { REGISTERS } from './registers.js';

/** What the `adapter.ts` of a register's folder exports. */
interface Adapter {
  /** How the register is asked. */
  connect?: Connect;
  /** How its file is read, of one that is published as a file. */
  format?: BulkFormat;
}

const adapters = await Promise.all(
  REGISTERS.map(async ({ code, folder = code }) => {
    const adapter = (await import(`./${folder}/adapter.js`)) as Adapter;
    return { code, ...adapter };
  }),
);

/** By jurisdiction, how the registers that are asked are reached. */
export const CONNECTIONS: ReadonlyMap<string, Connect> = new Map(
  adapters.flatMap(({ code, connect }) => (connect ? [[code, connect]] : [])),
);

/** The registers that can be imported. */
export const BULK_FORMATS: readonly BulkFormat[] = adapters.flatMap(({ format }) => format ?? []);

export function bulkFormat(code: string): BulkFormat | undefined {
  return BULK_FORMATS.find((format) => format.code === code);
}
