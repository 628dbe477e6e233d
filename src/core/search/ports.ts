import type { Id } from '../ids.js';
import type { PendingWrite } from '../ports.js';
import type { Hits } from '../verification/job.js';
import type { NotSearched } from './coverage.js';
import type { Search } from './search.js';

export interface NewSearch {
  id: Id<'srch'>;
  accountId: Id<'acc'>;
  entityName: string;
  /** The caller's own. */
  reference?: string | undefined;
  jurisdictions: string[];
  /** Shares of all jurisdictions, if no job is needed. */
  known: Hits[] | undefined;
  notAsked: NotSearched[];
}

/** Searches; `Retrievals` keeps their jobs. */
export abstract class Searches {
  abstract add(search: NewSearch): PendingWrite;

  /** Returns the current state of a search; another account's is not found. */
  abstract find(accountId: Id<'acc'>, id: Id<'srch'>): Promise<Search | undefined>;

  /**
   * Waits until all jobs of the search have ended, and returns its current state after `timeoutMs`
   * or as soon as this process shuts down.
   */
  abstract waitForEnd(accountId: Id<'acc'>, search: Search, timeoutMs: number): Promise<Search>;
}
