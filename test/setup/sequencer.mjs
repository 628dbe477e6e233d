import { createRequire } from 'node:module';

const { default: Sequencer } = createRequire(import.meta.url)('@jest/test-sequencer');

/** What takes longest, in this order: begun last, each of them would keep one core busy and leave the other idle. */
const LONG = [
  'http/batches/batches',
  'browser/console',
  'http/watches/watches',
  'reference/answers',
  'operations/backup',
  'smoke/program',
  'http/webhooks/webhooks',
  'browser/pages',
  'browser/console-admin',
  'http/watches/checks',
  'journeys/mirrors/mirrors',
  'journeys/sandbox/sandbox',
  'http/search/search',
  'adapters/registries/bulk/searched-together',
  'http/requests/account-limiter',
  'adapters/registries/bulk/resume',
  'operations/documented',
  'agents/budget-matrix',
  'contracts/registries',
  'adapters/postgres/batch-isolation',
  'agents/mcp',
  'agents/oauth',
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
