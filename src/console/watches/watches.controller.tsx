import { Body, Get, Param, Post } from '@nestjs/common';
import type { Caller } from '../../core/accounts/account.js';
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
import { Watches, type WatchesWanted } from '../../core/watches/ports.js';
import { UpdateWatch } from '../../core/watches/update-watch.js';
import { watchNotFound } from '../../core/watches/watch.js';
import { cursorIn } from '../../modules/http/answers/paging.js';
import { Reads } from '../../modules/http/route.decorators.js';
import { fingerprint } from '../../modules/http/request.js';
import {
  CreateWatchBody,
  UpdateWatchBody,
  WatchesQuery,
  watchRequest,
  watchUpdate,
} from '../../modules/watches/watches.dto.js';
import { list, page, goTo, submitted, confirmed, type PageAnswer, type Fields } from '../page-answers.js';
import { FormBody, number, PageAddress, repeatKey, tickedOf } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { givenInJob } from '../jobs/jobs.page.js';
import { watchCells, WATCH_COLUMNS } from './watches-csv.js';
import { CODE_BOX, WatchesPage, WatchForm, WatchPage } from './watches.page.js';

const ADDRESS = new PageAddress(WatchesQuery);
const NEW = new FormBody(CreateWatchBody);
const CHANGED = new FormBody(UpdateWatchBody);
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
      csv: { name: 'watches', columns: WATCH_COLUMNS, cells: watchCells },
      after: ({ cursor }) => cursorIn('wch', cursor),
      read: ({ cursor: _cursor, ...wanted }, after) => this.page(accountId, { ...wanted, after }),
      body: async ({ items, next }, { cursor: _cursor, ...wanted }) => {
        const names = await this.businesses.names(items.map(({ entityId }) => entityId));
        return <WatchesPage watches={items} names={names} next={next} wanted={wanted} />;
      },
    });
  }

  @Post('watches')
  @Reads('form')
  create(@CurrentVisit() { caller }: ConsoleVisit, @Body() fields: Fields = {}) {
    const again = () => this.newWatch(fields['entity_id'] ?? '');
    return submitted({ to: '/watches', fields, again }, async () =>
      goTo(`/watches/${await this.createNow(caller, fields)}`),
    );
  }

  /** The form on the page of a business. */
  private newWatch(entityId: string): PageAnswer {
    const layout = { title: 'Watch a business', trail: ALL, narrow: true };
    return page(layout, <WatchForm entityId={entityId} />);
  }

  private async createNow(caller: Caller, fields: Record<string, string>): Promise<Id<'wch'>> {
    const asked = watchRequest(NEW.check(watchIn(fields)), repeatKey(fields));
    const { outcome } = await this.createWatch.run(caller, ...asked);
    return outcome.id;
  }

  @Get('watches/:id')
  async show(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Param('id') text: string) {
    const id = parseId('wch', text);
    const watch = id && (await this.watches.find(accountId, id));
    if (!watch) throw watchNotFound();
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

  /** Replaces all settings: an empty address or limit is removed. */
  @Post('watches/:id')
  @Reads('form')
  change(@CurrentVisit() visit: ConsoleVisit, @Param('id') id: string, @Body() fields: Fields = {}) {
    const again = () => this.show(visit, id);
    return submitted({ to: `/watches/${id}`, fields, again }, async () => {
      const given = watchUpdate(CHANGED.check(watchIn(fields)));
      const { on = [...CHANGE_CODES], webhookUrl = null, maxCreditsPerMonth = null } = given;
      const update = { ...given, on, webhookUrl, maxCreditsPerMonth };
      const watch = await this.updateWatch.run(visit.caller, parseId('wch', id), update);
      return goTo(`/watches/${watch.id}`, 'Changes saved.');
    });
  }

  @Post('watches/:id/check')
  @Reads('form')
  async check(@CurrentVisit() { caller }: ConsoleVisit, @Param('id') id: string, @Body() fields: Fields = {}) {
    await this.checkNow.run(caller, parseId('wch', id), {
      key: repeatKey(fields),
      fingerprint: () => fingerprint(`POST /v1/watches/${id}/check`, {}),
    });
    return goTo(`/watches/${id}`, 'The register is being checked.');
  }

  @Post('watches/:id/delete')
  @Reads('form')
  async end(@CurrentVisit() { caller }: ConsoleVisit, @Param('id') id: string, @Body() fields: Fields = {}) {
    const watchId = parseId('wch', id);
    const ask = async () => {
      if (!watchId || !(await this.watches.find(caller.accountId, watchId))) throw watchNotFound();
      const question = 'End this watch? The register is no longer checked, and undelivered events are dropped.';
      return { question, button: 'End watch', to: `/watches/${id}/delete`, back: `/watches/${id}` };
    };
    const end = () => this.deleteWatch.run(caller, watchId);
    return confirmed({ fields, ask }, end, () => goTo('/watches', 'The watch ended.'));
  }

  private async page(accountId: Id<'acc'>, { limit, ...wanted }: WatchesWanted) {
    this.jurisdictions.requireKnown([wanted.jurisdiction]);
    return pageOf(await this.watches.list(accountId, { ...wanted, limit: limit + 1 }), limit);
  }
}

/** Turns the form into the body of the API: drops empty fields, and collects boxes into a list. */
function watchIn(fields: Record<string, string>) {
  const { entity_id, every, tier, webhook_url, max_credits_per_month } = fields;
  const texts = Object.entries({ entity_id, every, tier, webhook_url }).filter(([, text]) => text?.trim());
  const most = max_credits_per_month?.trim() ? number(max_credits_per_month) : undefined;
  return { ...Object.fromEntries(texts), on: tickedOf(fields, CODE_BOX), max_credits_per_month: most };
}
