import type { ReadAccount } from '../../core/accounts/read-account.js';
import type { ReadEntity } from '../../core/entities/read-entity.js';
import type { ReadHistory } from '../../core/entities/read-history.js';
import type { Jurisdictions } from '../../core/registries/jurisdictions.js';
import type { ReadJob } from '../../core/verification/read-job.js';
import type { AskPurchase } from '../billing/ask-purchase.js';
import type { ServiceFacts } from '../discovery/service-facts.js';
import type { AskSearch } from '../search/ask-search.js';
import type { AskVerification } from '../verification/ask-verification.js';

/** What the tools call: the very objects behind the REST routes. */
export class UseCases {
  constructor(
    readonly facts: ServiceFacts,
    readonly jurisdictions: Jurisdictions,
    readonly askVerification: AskVerification,
    readonly readJob: ReadJob,
    readonly askSearch: AskSearch,
    readonly askPurchase: AskPurchase,
    readonly readEntity: ReadEntity,
    readonly readHistory: ReadHistory,
    readonly readAccount: ReadAccount,
  ) {}
}
