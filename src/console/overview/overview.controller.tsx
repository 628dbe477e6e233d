import { Get } from '@nestjs/common';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { ReadUsage } from '../../core/accounts/read-usage.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { WatchFacts } from '../../core/watches/facts.js';
import { ListJobs } from '../../core/verification/list-jobs.js';
import { page } from '../page-answers.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { OverviewPage } from './overview.page.js';

const LATEST = { limit: 5 };
/** The sandbox has a sample name for it. */
const SAMPLED = 'us-co';

@AccountPages('console')
export class ConsoleOverviewController {
  constructor(
    private readonly readUsage: ReadUsage,
    private readonly listJobs: ListJobs,
    private readonly facts: WatchFacts,
    private readonly jurisdictions: Jurisdictions,
  ) {}

  @Get()
  async show(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    const [usage, { jobs }, { items: facts }] = await Promise.all([
      this.readUsage.run(accountId, { from: undefined, to: undefined }),
      this.listJobs.run(accountId, { ...LATEST, withoutChecks: true }),
      this.facts.list(accountId, LATEST),
    ]);
    const [name] = this.jurisdictions.state(SAMPLED).sampleNames ?? [];
    const sample = name === undefined ? undefined : { jurisdiction: SAMPLED, name };
    const body = <OverviewPage usage={usage} jobs={jobs} facts={facts} sample={sample} />;
    return page({ title: 'Overview' }, body);
  }
}
