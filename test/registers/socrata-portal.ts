import type { Registry } from '../../src/core/registries/ports.js';
import type { DetailedRecord, RegisterRecord } from '../../src/core/registries/record.js';
import { asking } from '../registries/registry.suite.js';
import type { AskedRegister } from './asked-register.js';

/** The rows of each dataset, by its id. */
type Datasets = Readonly<Record<string, object[]>>;

const never = new AbortController().signal;

export interface SocrataPortal {
  /** A dataset that is not given has no rows. */
  publish: (datasets: Datasets) => void;
  /** A new connection. */
  adapter: () => Required<Registry>;
  /** The record that a search reads from one row of the dataset. */
  recordOf: (dataset: string, row: object) => Promise<RegisterRecord | undefined>;
  detailsOf: (id: string, datasets: Datasets) => Promise<DetailedRecord>;
}

/** A register as a Socrata portal, on this day in November 2026. */
export function socrataPortal(register: AskedRegister, code: string): SocrataPortal {
  const publish: SocrataPortal['publish'] = (datasets) =>
    register.reply(({ path }) => datasets[/resource\/(.+)\.json/.exec(path)?.[1] ?? ''] ?? []);
  const adapter = () => register.adapter(code, { now: () => Date.parse('2026-11-20T12:00:00Z') });
  return {
    publish,
    adapter,
    async recordOf(dataset, row) {
      publish({ [dataset]: [row] });
      const { records } = await adapter().search(asking('Imaginary Something LLC'), never);
      return records[0];
    },
    async detailsOf(id, datasets) {
      publish(datasets);
      return (await register.fetch(adapter(), id))!;
    },
  };
}
