import { Get } from '@nestjs/common';
import { ServiceOverview } from '../../core/admin/overview.js';
import { AdminAccounts } from '../../core/admin/ports.js';
import { Clock } from '../../core/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { queryPage } from '../page-answers.js';
import { PageAddress } from '../read-form.js';
import { SupportPages } from './admin.hook.js';
import { OverviewQuery } from './admin.dto.js';
import { AdminOverviewPage } from './overview.page.js';

const ADDRESS = new PageAddress(OverviewQuery);
const DAY_MS = 86_400_000;

/** The first page of support: the state of the service. */
@SupportPages('console/admin')
export class AdminOverviewController {
  constructor(
    private readonly overview: ServiceOverview,
    private readonly accounts: AdminAccounts,
    private readonly jurisdictions: Jurisdictions,
    private readonly clock: Clock,
  ) {}

  @Get()
  show() {
    return queryPage({ title: 'Overview', address: ADDRESS }, async ({ days }) => {
      const since = new Date(this.clock.now().getTime() - Number(days) * DAY_MS);
      const [totals, waiting, webhooks, records] = await Promise.all([
        this.overview.totals(since),
        this.overview.waiting(),
        this.overview.failingWebhooks(since),
        this.overview.registers(),
      ]);
      const registers = this.jurisdictions
        .list()
        .map((state) => ({ state, record: records.get(state.jurisdiction.code) }));
      const emails = await this.accounts.emails(webhooks.map(({ accountId }) => accountId));
      return <AdminOverviewPage {...{ days, since, totals, waiting, webhooks, emails, registers }} />;
    });
  }
}
