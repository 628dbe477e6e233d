import { Get, Param } from '@nestjs/common';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { LaterStandings } from '../../core/entities/later-standing.js';
import { parseId, type Id } from '../../core/ids.js';
import { MAX_LISTED } from '../../core/limits.js';
import { pageOf } from '../../core/page.js';
import { AskedBusinesses } from '../../core/entities/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { ListJobs } from '../../core/verification/list-jobs.js';
import { CheckNow } from '../../core/watches/checks/check-now.js';
import { CreateWatch } from '../../core/watches/create-watch.js';
import { DeleteWatch } from '../../core/watches/delete-watch.js';
import { CHANGE_CODES } from '../../core/watches/comparison/compare.js';
import { WatchFacts } from '../../core/watches/facts.js';
import { Watches } from '../../core/watches/ports.js';
import { UpdateWatch } from '../../core/watches/update-watch.js';
import { watchNotFound, type Watch } from '../../core/watches/watch.js';
import { cursorIn } from '../../modules/http/answers/paging.js';
import { fingerprint } from '../../modules/http/request.js';
import {
  CreateWatchBody,
  UpdateWatchBody,
  WatchesQuery,
  watchRequest,
  watchUpdate,
} from '../../modules/watches/watches.dto.js';
import { Form, form } from '../form-answers.js';
import { list, page } from '../page-answers.js';
import { FormBody, number, PageAddress, tickedOf, type Fields } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { givenInJob } from '../jobs/jobs.page.js';
import { CODE_BOX, WatchesPage, WatchForm, WatchPage, WATCH_COLUMNS } from './watches.page.js';

const ADDRESS = new PageAddress(WatchesQuery);
const NEW = new FormBody(CreateWatchBody, watchIn);
const CHANGED = new FormBody(UpdateWatchBody, watchIn);
const CHECKS_SHOWN = 10;
const ALL = [['/watches', 'Watches']] as const;

@AccountPages('console')
export class ConsoleWatchesController {
  constructor(
    private readonly watches: Watches,
    private readonly createWatch: CreateWatch,
    private readonly updateWatch: UpdateWatch,
    private readonly deleteWatch: DeleteWatch,
    private readonly checkNow: CheckNow,
    private readonly jurisdictions: Jurisdictions,
    private readonly businesses: AskedBusinesses,
    private readonly facts: WatchFacts,
    private readonly listJobs: ListJobs,
    private readonly laterStandings: LaterStandings,
  ) {}

  @Get(['watches', 'watches.csv'])
  list(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    return list({
      title: 'Watches',
      address: ADDRESS,
      csv: { name: 'watches', columns: WATCH_COLUMNS },
      after: ({ cursor }) => cursorIn('wch', cursor),
      read: async ({ limit, ...wanted }, after) => {
        this.jurisdictions.requireKnown([wanted.jurisdiction]);
        return pageOf(await this.watches.list(accountId, { ...wanted, after, limit: limit + 1 }), limit);
      },
      body: async (watches) => (
        <WatchesPage watches={watches} names={await this.businesses.names(watches.map(({ entityId }) => entityId))} />
      ),
    });
  }

  @Form('watches')
  create(@CurrentVisit() { caller }: ConsoleVisit) {
    return form({
      body: NEW,
      again: ({ entity_id: entityId = '' }) =>
        page({ title: 'Watch a business', trail: ALL, narrow: true }, <WatchForm entityId={entityId} />),
      run: (body, { key }) => this.createWatch.run(caller, ...watchRequest(body, key)),
      next: ({ outcome }) => `/watches/${outcome.id}`,
    });
  }

  @Get('watches/:id')
  async show(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Param('id') text: string) {
    const watch = await this.find(accountId, text);
    const [names, { items: facts }, { jobs: checks }] = await Promise.all([
      this.businesses.names([watch.entityId]),
      this.facts.list(accountId, { watchId: watch.id, limit: MAX_LISTED }),
      this.listJobs.run(accountId, { watchId: watch.id, limit: CHECKS_SHOWN }),
    ]);
    const name = names.get(watch.entityId) ?? watch.entityId;
    const layout = { title: name, trail: ALL, narrow: true };
    const later = await this.laterStandings.after(checks.map(givenInJob));
    const body = <WatchPage watch={watch} name={name} facts={facts} checks={checks} later={later} />;
    return page(layout, body);
  }

  /** Replaces all settings: an empty address, limit or reference is removed. */
  @Form('watches/:id')
  change(@CurrentVisit() visit: ConsoleVisit, @Param('id') id: string) {
    return form({
      body: CHANGED,
      again: () => this.show(visit, id),
      run: (body) => {
        const given = watchUpdate(body);
        const { on = [...CHANGE_CODES], webhookUrl = null, maxCreditsPerMonth = null, reference = null } = given;
        const update = { ...given, on, webhookUrl, maxCreditsPerMonth, reference };
        return this.updateWatch.run(visit.caller, parseId('wch', id), update);
      },
      next: (watch) => `/watches/${watch.id}`,
      notice: 'Changes saved.',
    });
  }

  @Form('watches/:id/check')
  check(@CurrentVisit() { caller }: ConsoleVisit, @Param('id') id: string) {
    return form({
      run: (_, { key }) => {
        const route = `POST /v1/watches/${id}/check`;
        return this.checkNow.run(caller, parseId('wch', id), { key, fingerprint: () => fingerprint(route, {}) });
      },
      next: `/watches/${id}`,
      notice: 'The register is being checked.',
    });
  }

  @Form('watches/:id/delete')
  end(@CurrentVisit() { caller }: ConsoleVisit, @Param('id') id: string) {
    return form({
      confirm: async () => {
        await this.find(caller.accountId, id);
        const question = 'End this watch? The register is no longer checked, and undelivered events are dropped.';
        return { question, button: 'End watch', back: `/watches/${id}` };
      },
      run: () => this.deleteWatch.run(caller, parseId('wch', id)),
      next: '/watches',
      notice: 'The watch ended.',
    });
  }

  private async find(accountId: Id<'acc'>, text: string): Promise<Watch> {
    const id = parseId('wch', text);
    const watch = id && (await this.watches.find(accountId, id));
    if (!watch) throw watchNotFound();
    return watch;
  }
}

/** Turns the form into the body of the API: drops empty fields, and collects boxes into a list. */
function watchIn(fields: Fields) {
  const { entity_id, every, tier, webhook_url, max_credits_per_month, reference } = fields;
  const texts = Object.entries({ entity_id, every, tier, webhook_url, reference }).filter(([, text]) => text?.trim());
  const most = max_credits_per_month?.trim() ? number(max_credits_per_month) : undefined;
  return { ...Object.fromEntries(texts), on: tickedOf(fields, CODE_BOX), max_credits_per_month: most };
}
