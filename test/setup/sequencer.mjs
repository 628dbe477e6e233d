import { createRequire } from 'node:module';

const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** What takes longest, in this order: begun last, each of them would keep one core busy and leave the other idle. */
const LONG = [
  'bench/systems',
  'journeys/processes/crash',
  'chaos/chaos',
  'bench/answers',
  'bench/sizes',
  'http/batches/batches',
  'browser/console',
  'http/watches/watches',
  'reference/answers',
  'operations/input-sizes',
  'adapters/postgres/embedded-postgres',
  'journeys/webhooks/webhook-kills',
  'journeys/batches/batch-kills',
  'journeys/processes/cut-off',
  'journeys/jobs/fair-queues',
  'operations/backup',
  'smoke/program',
  'http/webhooks/webhooks',
  'browser/pages',
  'browser/console-admin',
  'http/watches/checks',
  'operations/statistics',
  'journeys/registries/registry-new',
  'operations/supply-chain',
  'journeys/processes/failover',
  'journeys/billing/budget-kills',
  'journeys/processes/shutdown',
  'journeys/mirrors/mirrors',
  'journeys/sandbox/sandbox',
  'agents/conformance',
  'http/search/search',
  'adapters/registries/bulk/searched-together',
  'adapters/postgres/notifications',
  'http/requests/account-limiter',
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

const IN_LONG_FORM = (process.env.LONG_TESTS ?? '').split(' ').filter(Boolean);

function rank({ path }) {
  if (IN_LONG_FORM.some((suite) => path.endsWith(`/${suite}`))) return -1;
  const at = LONG.findIndex((name) => path.endsWith(`/test/${name}.spec.ts`));
  return at === -1 ? LONG.length : at;
}
