import { Get } from '@nestjs/common';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { ReadUsage } from '../../core/accounts/read-usage.js';
import { LaterStandings } from '../../core/entities/later-standing.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { WatchFacts } from '../../core/watches/facts.js';
import { Watches } from '../../core/watches/ports.js';
import { ListJobs } from '../../core/verification/list-jobs.js';
import { page } from '../page-answers.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { givenInJob } from '../jobs/jobs.page.js';
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
    private readonly watches: Watches,
    private readonly jurisdictions: Jurisdictions,
    private readonly laterStandings: LaterStandings,
  ) {}

  @Get()
  async show(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    const [usage, { jobs }, { items: facts }] = await Promise.all([
      this.readUsage.run(accountId, { from: undefined, to: undefined }),
      this.listJobs.run(accountId, { ...LATEST, withoutChecks: true }),
      this.facts.list(accountId, LATEST),
    ]);
    const watches = await this.watches.existing(facts.map(({ watchId }) => watchId));
    const later = await this.laterStandings.after(jobs.map(givenInJob));
    const [name] = this.jurisdictions.state(SAMPLED).sampleNames ?? [];
    const sample = name === undefined ? undefined : { jurisdiction: SAMPLED, name };
    const body = (
      <OverviewPage usage={usage} jobs={jobs} later={later} facts={facts} watches={watches} sample={sample} />
    );
    return page({ title: 'Overview' }, body);
  }
}
