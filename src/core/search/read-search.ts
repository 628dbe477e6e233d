import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { Page } from '../page.js';
import type { Searches } from './ports.js';
import { isUnfinished } from '../verification/job.js';
import { pageOf, requireWithinHits, type SearchPage } from './search.js';

/** What a search has found so far. Another account's search answers exactly like a missing one. */
export class ReadSearch {
  constructor(private readonly searches: Searches) {}

  async run(accountId: Id<'acc'>, id: Id<'srch'> | undefined, page: Page): Promise<SearchPage> {
    const search = id && (await this.searches.find(accountId, id));
    if (!search) throw new AppError('NOT_FOUND', { message: 'No search has this id.' });
    const found = pageOf(search, page);
    if (!isUnfinished(found)) requireWithinHits(page, found.total, 'query');
    return found;
  }
}
