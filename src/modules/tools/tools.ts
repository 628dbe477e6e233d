import { searchRequest } from '../search/search.dto.js';
import { verifyRequest } from '../verification/verification.dto.js';
import { ReadAccount } from '../../core/accounts/read-account.js';
import { Batches } from '../../core/batches/ports.js';
import { billed } from '../http/answers/credit-headers.hook.js';
import { BuyCredits } from '../../core/billing/buy-credits.js';
import { PRICES } from '../../core/billing/pricing.js';
import { ReadEntity } from '../../core/entities/read-entity.js';
import { ReadHistory } from '../../core/entities/read-history.js';
import { parseId } from '../../core/ids.js';
import { MAX_JURISDICTIONS } from '../../core/limits.js';
import { Clock } from '../../core/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import { SearchEntities } from '../../core/search/search-entities.js';
import { ReadJob } from '../../core/verification/read-job.js';
import { VerifyBusiness } from '../../core/verification/verify-business.js';
import { Watches } from '../../core/watches/ports.js';
import { accountAnswer, AccountShape } from '../accounts/accounts.response.js';
import { checkoutAnswer, CheckoutShape } from '../billing/billing.response.js';
import { PurchaseBody, purchaseRequest } from '../billing/billing.dto.js';
import { configAnswer, jurisdictionsAnswer, ConfigShape, JurisdictionsShape } from '../discovery/discovery.response.js';
import { JurisdictionsQuery } from '../discovery/discovery.dto.js';
import { ServiceFacts } from '../settings/service-facts.js';
import { historyAnswer, HistoryShape } from '../entities/entities.response.js';
import { historyRequest } from '../entities/entities.dto.js';
import { searchAnswer, SearchShape } from '../search/search.response.js';
import { jobAnswer, verificationAnswer, CompletedShape, PendingShape } from '../verification/verification.response.js';
import {
  EntityInput,
  HistoryInput,
  JobInput,
  NoInput,
  SearchEntitiesInput,
  VerifyBusinessInput,
} from './schemas/tool-inputs.js';
import {
  accountInWords,
  checkedJobInWords,
  checkoutInWords,
  configInWords,
  entityInWords,
  historyInWords,
  jobInWords,
  jurisdictionsInWords,
  searchInWords,
} from './in-words.js';
import { batchProgressAnswer, CheckedJobShape, watchedEntityAnswer, WatchedEntityShape } from './tools.response.js';
import { keyTool, openTool, type Tool } from './tool.js';

const READS = { readOnly: true, idempotent: true, openWorld: false };

/**
 * The tools of the contract's section 4.8. MCP, A2A and both tool arrays are generated from this
 * table.
 */
export const TOOLS: readonly Tool[] = [
  openTool({
    name: 'get_config',
    title: 'Service configuration',
    description:
      'Returns prices in credits, packages, limits and jurisdictions: what a call costs. Free, no credentials.',
    tags: ['prices', 'configuration'],
    input: NoInput,
    answers: [ConfigShape],
    price: 'free',
    hints: READS,
    inject: [ServiceFacts, Jurisdictions],
    run: async ([facts, jurisdictions]) => configAnswer(facts, jurisdictions.list()),
    inWords: configInWords,
  }),
  openTool({
    name: 'list_jurisdictions',
    title: 'List jurisdictions',
    description:
      'Lists the jurisdiction codes of the other tools (such as us-co), their tiers and whether each register can be asked now. Call it when unsure of a code. Free, no credentials.',
    tags: ['register', 'jurisdictions'],
    input: JurisdictionsQuery,
    answers: [JurisdictionsShape],
    price: 'free',
    hints: READS,
    inject: [ServiceFacts, Jurisdictions],
    run: async ([facts, jurisdictions], filter) => jurisdictionsAnswer(facts, jurisdictions.list(filter)),
    inWords: jurisdictionsInWords,
  }),
  keyTool({
    name: 'verify_business',
    title: 'Verify a business',
    description: [
      'Checks in the official register whether a business of this name is registered in one jurisdiction and in good standing, and returns its record; if you know only part of the name, or not where, search_entities first.',
      `Costs ${PRICES.quick} credit (quick: existence, status, good standing), ${PRICES.deep} (deep: adds agent, officers, address and filings) or ${PRICES.deepForceRefresh} (deep with force_refresh); max_credits bounds it.`,
      'Error ENTITY_NOT_FOUND is a result: the register was searched and has no such business; it is charged, and details.closest lists the closest names.',
      'If pending, call check_job_status with the job_id. If match.review is true, compare match.alternatives before relying on the answer.',
    ].join(' '),
    tags: ['company', 'register', 'kyb', 'verification'],
    sentence: 'verify "Imaginary Lanterns LLC" in us-co',
    input: VerifyBusinessInput,
    answers: [CompletedShape, PendingShape],
    price: `${PRICES.quick} to ${PRICES.deepForceRefresh} credits`,
    hints: { readOnly: false, idempotent: false, openWorld: true },
    inject: [VerifyBusiness],
    async run([verifyBusiness], caller, { idempotency_key: key, wait_seconds: waitSeconds, ...body }, bill) {
      const { outcome, replayed } = billed(
        bill,
        await verifyBusiness.run(caller, ...verifyRequest(body, { key, waitSeconds })),
      );
      return verificationAnswer(outcome, replayed).body;
    },
    inWords: jobInWords,
  }),
  keyTool({
    name: 'search_entities',
    title: 'Search by name',
    description: [
      `Returns the entities (businesses) whose name resembles the given one, best match first: in up to ${MAX_JURISDICTIONS} jurisdictions, in countries, or everywhere.`,
      `Use it when name or jurisdiction is not certain. Costs ${PRICES.searchPerJurisdiction} credits for each jurisdiction that answers; max_credits bounds it.`,
      'If coverage.not_searched lists a register, no results is not a no-match. If pending, call check_job_status with an id of job_ids.',
    ].join(' '),
    tags: ['company', 'register', 'search'],
    input: SearchEntitiesInput,
    answers: [SearchShape],
    price: `${PRICES.searchPerJurisdiction} credits per jurisdiction`,
    hints: { readOnly: false, idempotent: false, openWorld: true },
    inject: [SearchEntities],
    async run([searchEntities], caller, { idempotency_key: key, wait_seconds: waitSeconds, ...body }, bill) {
      const { outcome, replayed } = billed(
        bill,
        await searchEntities.run(caller, ...searchRequest(body, { key, waitSeconds })),
      );
      return searchAnswer(outcome.found, replayed).body;
    },
    inWords: searchInWords,
  }),
  keyTool({
    name: 'check_job_status',
    title: 'Check a job',
    description:
      "Returns a job's state and answer. While it runs, ask again in a second. Of a batch (bat_…): rows by outcome, and cost. Free.",
    tags: ['company', 'verification', 'jobs', 'batches'],
    input: JobInput,
    answers: [CheckedJobShape],
    price: 'free',
    hints: READS,
    inject: [ReadJob, Batches, Clock],
    async run([readJob, batches, clock], caller, { job_id }) {
      const { accountId } = caller;
      const batchId = parseId('bat', job_id);
      const batch = batchId && (await batches.find(accountId, batchId));
      if (batch) return batchProgressAnswer(batch, clock.now());
      return jobAnswer(await readJob.run(accountId, parseId('job', job_id)), caller);
    },
    inWords: checkedJobInWords,
  }),
  keyTool({
    name: 'get_entity',
    title: 'Get a verified entity',
    description:
      'Returns a stored business record by its entity_id, as last read from the register, and the watch_id if it is watched. Use it to look at a business again. Free.',
    tags: ['company', 'record'],
    input: EntityInput,
    answers: [WatchedEntityShape],
    price: 'free',
    hints: READS,
    inject: [ReadEntity, Watches],
    async run([readEntity, watches], { accountId }, { entity_id }) {
      const view = await readEntity.run(accountId, parseId('ent', entity_id), undefined);
      return watchedEntityAnswer(view, await watches.on(accountId, view.entity.id));
    },
    inWords: entityInWords,
  }),
  keyTool({
    name: 'get_entity_history',
    title: 'History of an entity',
    description: `Returns the stored snapshots of an entity, newest first, with their changes. Use it to see when a status changed. Costs ${PRICES.history} credits; the same page within a minute is free.`,
    tags: ['company', 'history'],
    input: HistoryInput,
    answers: [HistoryShape],
    price: `${PRICES.history} credits`,
    hints: { readOnly: false, idempotent: false, openWorld: false },
    inject: [ReadHistory],
    async run([readHistory], caller, { entity_id, idempotency_key: key, ...page }, bill) {
      const { outcome } = billed(bill, await readHistory.run(caller, ...historyRequest(entity_id, page, key)));
      return historyAnswer(outcome, page);
    },
    inWords: historyInWords,
  }),
  keyTool({
    name: 'get_account',
    title: 'Account and balance',
    description:
      'Returns the account: credit_balance, e-mail address and API keys (without secrets). Use it to see whether credits suffice. Free.',
    tags: ['account', 'balance'],
    input: NoInput,
    answers: [AccountShape],
    scope: 'account:read',
    price: 'free',
    hints: READS,
    inject: [ReadAccount],
    run: async ([readAccount], { accountId }) => accountAnswer(await readAccount.run(accountId)),
    inWords: accountInWords,
  }),
  keyTool({
    name: 'purchase_credits',
    title: 'Buy credits',
    description:
      'Opens a checkout for a credit package and returns its checkout_url, where the user pays in a browser. The call is free; credits arrive after payment. get_config lists the packages.',
    tags: ['account', 'payment'],
    input: PurchaseBody,
    answers: [CheckoutShape],
    scope: 'billing',
    price: 'free; the package is paid at the checkout',
    hints: { readOnly: false, idempotent: false, openWorld: true },
    inject: [BuyCredits],
    run: async ([buyCredits], { accountId }, body) =>
      checkoutAnswer((await buyCredits.run(accountId, ...purchaseRequest(body, undefined))).outcome),
    inWords: checkoutInWords,
  }),
];

export function toolNamed(name: string): Tool | undefined {
  return TOOLS.find((tool) => tool.name === name);
}
