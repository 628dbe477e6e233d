import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { Page } from '../page.js';
import { Decisions } from '../verification/decision.js';
import type { RecordMeant } from '../verification/match-review.js';
import { Searches } from './ports.js';
import { pageOf, type SearchPage } from './search.js';
import { Injectable } from '../injectable.js';

/** A search as it is read, with the decisions about its unsure answers. */
export interface SearchRead extends SearchPage {
  decisions: ReadonlyMap<Id<'rec'>, RecordMeant>;
}

/** Returns the results of a search so far. Another account's search is reported as not found. */
@Injectable()
export class ReadSearch {
  constructor(
    private readonly searches: Searches,
    private readonly decisions: Decisions,
  ) {}

  async run(accountId: Id<'acc'>, id: Id<'srch'> | undefined, page: Page): Promise<SearchRead> {
    const search = id && (await this.searches.find(accountId, id));
    if (!search) throw new AppError('NOT_FOUND', { message: 'No search has this id.' });
    const read = pageOf(search, page);
    const ids = (read.records ?? []).map(({ recordId }) => recordId);
    return { ...read, decisions: await this.decisions.newest(accountId, ids) };
  }
}
