import { AppError } from '../errors.js';
import type { Id } from '../ids.js';
import type { Page } from '../page.js';
import { Searches } from './ports.js';
import { pageOf, type SearchPage } from './search.js';
import { Injectable } from '../injectable.js';

/** Returns the results of a search so far. Another account's search is reported as not found. */
@Injectable()
export class ReadSearch {
  constructor(private readonly searches: Searches) {}

  async run(accountId: Id<'acc'>, id: Id<'srch'> | undefined, page: Page): Promise<SearchPage> {
    const search = id && (await this.searches.find(accountId, id));
    if (!search) throw new AppError('NOT_FOUND', { message: 'No search has this id.' });
    return pageOf(search, page);
  }
}
