import type { Id } from '../ids.js';
import type { PendingWrite } from '../ports.js';
import type { Hits } from '../verification/job.js';
import type { NotSearched } from './coverage.js';
import type { Search } from './search.js';

export interface NewSearch {
  id: Id<'srch'>;
  accountId: Id<'acc'>;
  entityName: string;
  jurisdictions: string[];
  /** The shares of all jurisdictions when no job is needed. */
  known: Hits[] | undefined;
  notAsked: NotSearched[];
}

/** Searches; their jobs are kept by `Retrievals`. */
export abstract class Searches {
  /** To be written: a new search. */
  abstract add(search: NewSearch): PendingWrite;

  /** A search of this account as it stands; another account's is not there. */
  abstract find(accountId: Id<'acc'>, id: Id<'srch'>): Promise<Search | undefined>;

  /**
   * The search once all of its jobs have ended, or as it stands after `timeoutMs`, or as soon as
   * this process is shutting down.
   */
  abstract waitForEnd(accountId: Id<'acc'>, search: Search, timeoutMs: number): Promise<Search>;
}
