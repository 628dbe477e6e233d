import { Get, Param } from '@nestjs/common';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { givenStanding, LaterStandings, standingOfEntity } from '../../core/entities/later-standing.js';
import { AskedBusinesses, type AskedBusiness } from '../../core/entities/ports.js';
import { ReadEntity, type EntityView } from '../../core/entities/read-entity.js';
import { ReadHistory, type History } from '../../core/entities/read-history.js';
import { parseId, type Id } from '../../core/ids.js';
import { MAX_LISTED } from '../../core/limits.js';
import { fittingPage } from '../../core/page.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { WatchFacts } from '../../core/watches/facts.js';
import { Watches } from '../../core/watches/ports.js';
import { HistoryQuery, historyRequest } from '../../modules/entities/entities.dto.js';
import { cursorIn } from '../../modules/http/answers/paging.js';
import { Form, form } from '../form-answers.js';
import { list, page } from '../page-answers.js';
import { PageAddress } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { BusinessesQuery } from './businesses.dto.js';
import { BusinessesPage, BUSINESS_COLUMNS } from './businesses.page.js';
import { EntityPage } from './entity.page.js';

const FIRST_PAGE = new PageAddress(HistoryQuery);

const LIST = new PageAddress(BusinessesQuery);

@AccountPages('console')
export class ConsoleEntitiesController {
  constructor(
    private readonly readEntity: ReadEntity,
    private readonly readHistory: ReadHistory,
    private readonly businesses: AskedBusinesses,
    private readonly watches: Watches,
    private readonly facts: WatchFacts,
    private readonly jurisdictions: Jurisdictions,
    private readonly laterStandings: LaterStandings,
  ) {}

  @Get(['entities', 'entities.csv'])
  list(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    return list({
      title: 'Businesses',
      address: LIST,
      csv: { name: 'businesses', columns: BUSINESS_COLUMNS },
      after: ({ cursor }) => cursorIn('ent', cursor),
      read: (wanted, after) => this.listed(accountId, wanted, after),
      body: async (businesses) => {
        const later = await this.laterStandings.after(businesses.map(({ entity }) => givenStanding(entity)));
        return <BusinessesPage businesses={businesses} later={later} />;
      },
    });
  }

  private listed(accountId: Id<'acc'>, query: Omit<BusinessesQuery, 'cursor'>, after: Id<'ent'> | undefined) {
    const { standing, limit, ...wanted } = query;
    this.jurisdictions.requireKnown([wanted.jurisdiction]);
    const read = (before: Id<'ent'> | undefined, most: number) =>
      this.businesses.list(accountId, { ...wanted, before, limit: most });
    if (standing === undefined) return read(after, limit);
    const fits = ({ entity }: AskedBusiness) => standingOfEntity(entity) === standing;
    return fittingPage(read, { fits, cursorOf: ({ entity }) => entity.id, after, limit });
  }

  private async watching(accountId: Id<'acc'>, entityId: Id<'ent'>) {
    const [watch, { items: facts }] = await Promise.all([
      this.watches.on(accountId, entityId),
      this.facts.list(accountId, { entityId, limit: MAX_LISTED }),
    ]);
    return { watch, facts };
  }

  @Get('entities/:id')
  async show(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Param('id') id: string) {
    const view = await this.readEntity.run(accountId, parseId('ent', id), undefined);
    return this.page(accountId, view);
  }

  /** A form and not a link, because it costs credits. */
  @Form('entities/:id/history')
  async history(@CurrentVisit() { caller }: ConsoleVisit, @Param('id') id: string) {
    const view = await this.readEntity.run(caller.accountId, parseId('ent', id), undefined);
    return form({
      run: (_, { key }) => this.readHistory.run(caller, ...historyRequest(id, FIRST_PAGE.read({}), key)),
      next: ({ outcome }) => this.page(caller.accountId, view, outcome),
    });
  }

  private async page(accountId: Id<'acc'>, view: EntityView, history?: History) {
    const [later] = await this.laterStandings.after([givenStanding(view.entity)]);
    const watching = await this.watching(accountId, view.entity.id);
    const body = <EntityPage view={view} later={later} watching={watching} history={history} />;
    return page({ title: view.entity.record.name }, body);
  }
}
