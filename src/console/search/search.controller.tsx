import { Get, Param, Query } from '@nestjs/common';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { LaterStandings } from '../../core/entities/later-standing.js';
import { parseId } from '../../core/ids.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { ReadSearch } from '../../core/search/read-search.js';
import { SearchEntities } from '../../core/search/search-entities.js';
import { isUnfinished } from '../../core/verification/job.js';
import { PageQuery } from '../../modules/http/answers/paging.js';
import { SearchBody, searchRequest } from '../../modules/search/search.dto.js';
import { Form, form } from '../form-answers.js';
import { page } from '../page-answers.js';
import { FormBody, PageAddress, tickedOf } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { COUNTRY_BOX, JURISDICTION_BOX, ResultsPage, SearchPage } from './search.page.js';

const BODY = new FormBody(SearchBody, (fields) => ({
  entity_name: fields['entity_name'] ?? '',
  reference: fields['reference']?.trim() || undefined,
  countries: tickedOf(fields, COUNTRY_BOX),
  jurisdictions: tickedOf(fields, JURISDICTION_BOX),
}));
const PAGE = new PageAddress(PageQuery);
const LOOK_AGAIN_SECONDS = 2;

@AccountPages('console/search')
export class ConsoleSearchController {
  constructor(
    private readonly searchEntities: SearchEntities,
    private readonly readSearch: ReadSearch,
    private readonly jurisdictions: Jurisdictions,
    private readonly laterStandings: LaterStandings,
  ) {}

  @Get()
  show() {
    const body = <SearchPage jurisdictions={this.jurisdictions.list()} />;
    return page({ title: 'Search registers', narrow: true }, body);
  }

  /** Redirects to the page of its outcome. */
  @Form()
  search(@CurrentVisit() { caller }: ConsoleVisit) {
    return form({
      body: BODY,
      again: () => this.show(),
      run: (body, { key }) => this.searchEntities.run(caller, ...searchRequest(body, { key, waitSeconds: 0 })),
      next: ({ outcome }) => `/search/${outcome.found.id}`,
    });
  }

  @Get(':id')
  async read(
    @CurrentVisit() { caller: { accountId } }: ConsoleVisit,
    @Param('id') text: string,
    @Query() query: Record<string, unknown>,
  ) {
    const found = await this.readSearch.run(accountId, parseId('srch', text), PAGE.read(query));
    const refreshSeconds = isUnfinished(found) ? LOOK_AGAIN_SECONDS : undefined;
    const layout = { title: 'Search results', refreshSeconds };
    const later = await this.laterStandings.afterFound(found.hits);
    return page(layout, <ResultsPage found={found} later={later} />);
  }
}
