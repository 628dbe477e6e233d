import type { Caller } from '../../core/accounts/account.js';
import type { RunIdempotently } from '../../core/idempotency/run-idempotently.js';
import type { SearchEntities, SearchOutcome } from '../../core/search/search-entities.js';
import { fingerprint } from '../http/idempotency-key.js';
import type { SearchWait } from './search-wait.js';
import type { SearchBody } from './search.dto.js';

/** A search, by whichever door it came: the same fields, the same key, the same answer. */
export class AskSearch {
  constructor(
    private readonly searchEntities: SearchEntities,
    private readonly once: RunIdempotently,
    private readonly wait: SearchWait,
  ) {}

  async run(
    caller: Caller,
    body: SearchBody,
    { key, waitSeconds }: { key: string | undefined; waitSeconds: number | undefined },
  ): Promise<{ outcome: SearchOutcome; replayed: boolean }> {
    const asked = {
      entityName: body.entity_name,
      jurisdictions: body.jurisdictions,
      page: { limit: body.limit, offset: body.offset },
      maxCredits: body.max_credits,
      waitMs: waitSeconds === undefined ? this.wait.defaultMs : waitSeconds * 1000,
    };
    return this.once.run<SearchOutcome>(
      { accountId: caller.accountId, key, fingerprint: () => fingerprint('POST /v1/search', body) },
      (recorder) => this.searchEntities.run(caller, asked, recorder),
    );
  }
}
