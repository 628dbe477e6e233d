import type { Batches } from '../../core/batches/ports.js';
import type { Clock } from '../../core/ports.js';
import type { ReadAccount } from '../../core/accounts/read-account.js';
import type { ReadEntity } from '../../core/entities/read-entity.js';
import type { ReadHistory } from '../../core/entities/read-history.js';
import type { Jurisdictions } from '../../core/registries/jurisdictions.js';
import type { SearchEntities } from '../../core/search/search-entities.js';
import type { ReadJob } from '../../core/verification/read-job.js';
import type { VerifyBusiness } from '../../core/verification/verify-business.js';
import type { Watches } from '../../core/watches/ports.js';
import type { BuyCredits } from '../../core/billing/buy-credits.js';
import type { ServiceFacts } from '../discovery/service-facts.js';

/** What the tools call: the very objects behind the REST routes. */
export class UseCases {
  constructor(
    readonly facts: ServiceFacts,
    readonly jurisdictions: Jurisdictions,
    readonly verifyBusiness: VerifyBusiness,
    readonly readJob: ReadJob,
    readonly searchEntities: SearchEntities,
    readonly buyCredits: BuyCredits,
    readonly readEntity: ReadEntity,
    readonly readHistory: ReadHistory,
    readonly readAccount: ReadAccount,
    readonly watches: Watches,
    readonly batches: Batches,
    readonly clock: Clock,
  ) {}
}
