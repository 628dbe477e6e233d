import { createRequire } from 'node:module';

const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** What takes longest, in this order: begun last, each of them would keep one core busy and leave the other idle. */
const LONG = [
  'bench/answers',
  'bench/systems',
  'bench/sizes',
  'chaos/chaos',
  'journeys/crash',
  'fuzz/public-inputs',
  'http/batches/batches',
  'browser/pages',
  'browser/console',
  'core/matching/register-search',
  'operations/supply-chain',
  'journeys/registry-new',
  'journeys/budget-kills',
  'journeys/cut-off',
  'journeys/fair-queues',
  'operations/backup',
  'operations/documented',
  'journeys/shutdown',
  'agents/budget-matrix',
  'journeys/sandbox',
  'contracts/registries',
  'adapters/postgres/batch-isolation',
  'journeys/mirrors',
  'http/webhooks',
  'adapters/postgres/webhook-secrets',
  'adapters/registries/bulk/resume',
  'operations/abuse',
  'reference/answers',
  'adapters/postgres/ledger-audit',
  'journeys/ledger',
  'client/client',
];

/** Jest knows durations of earlier runs only, of which a fresh clone has none: it would begin with the longest files. */
export default class LongFirst extends Sequencer {
  sort(tests) {
    return super.sort(tests).toSorted((a, b) => rank(a) - rank(b));
  }
}

function rank({ path }) {
  const at = LONG.findIndex((name) => path.endsWith(`/test/${name}.spec.ts`));
  return at === -1 ? LONG.length : at;
}
