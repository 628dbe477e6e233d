import { createRequire } from 'node:module';

const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** What takes longest, in this order: begun last, each of them would keep one core busy and leave the other idle. */
const LONG = [
  'bench/systems',
  'journeys/crash',
  'chaos/chaos',
  'bench/answers',
  'bench/sizes',
  'http/batches/batches',
  'browser/console',
  'http/watches/watches',
  'reference/answers',
  'operations/input-sizes',
  'adapters/postgres/embedded-postgres',
  'journeys/webhook-kills',
  'journeys/batch-kills',
  'journeys/cut-off',
  'journeys/fair-queues',
  'operations/backup',
  'smoke/program',
  'http/webhooks',
  'browser/pages',
  'browser/console-admin',
  'http/watches/checks',
  'operations/statistics',
  'journeys/registry-new',
  'operations/supply-chain',
  'journeys/failover',
  'journeys/budget-kills',
  'journeys/shutdown',
  'journeys/mirrors',
  'journeys/sandbox',
  'agents/conformance',
  'http/search',
  'adapters/registries/bulk/searched-together',
  'adapters/postgres/notifications',
  'http/account-limiter',
  'adapters/registries/bulk/resume',
  'operations/documented',
  'agents/budget-matrix',
  'contracts/registries',
  'adapters/postgres/batch-isolation',
  'agents/mcp',
  'agents/oauth',
  'reference/lint',
  'fuzz/public-inputs',
  'core/matching/register-search',
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
