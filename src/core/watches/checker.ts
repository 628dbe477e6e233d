import { AppError } from '../errors.js';
import type { Ledger } from '../billing/ports.js';
import type { Jobs, Log, Transaction } from '../ports.js';
import type { Jurisdictions } from '../registries/jurisdictions.js';
import { SourceError } from '../registries/ports.js';
import type { DueDelivery } from '../webhooks/ports.js';
import type { ClaimedCheck, WatchChecks, WorldClock } from './ports.js';
import type { RecordReader } from './read-record.js';
import type { Answered, CheckSettlement } from './check-settlement.js';
import { priceOfCheck, type PauseReason } from './watch.js';

/** Questions that one process asks at once. */
const AT_ONCE = 8;
/** When nothing says how soon a register may be asked again. */
const THROTTLE_PAUSE_MS = 2_000;

/** Which checks a round is to make. */
export interface Round {
  /** Due until then, by the clock of the world. */
  until: Date;
  /** None that falls due so much later than the first: the next one of the first may come before it. */
  withinMs: number;
  limit: number;
  /** What was due before gives way to nobody any more. */
  urgentBefore: Date;
}

/**
 * Makes a round of checks: claim what is due, hold what it costs, ask each register once for all who look at the same record at the same moment, settle.
 * A check whose worker dies is made by another, and is paid for and told once.
 */
export class Checker {
  constructor(
    private readonly checks: WatchChecks,
    private readonly reader: RecordReader,
    private readonly settlement: CheckSettlement,
    private readonly jurisdictions: Jurisdictions,
    private readonly ledger: Ledger,
    private readonly transaction: Transaction,
    private readonly world: WorldClock,
    private readonly jobs: Jobs,
    private readonly log: Log,
  ) {}

  /** How many checks were taken up; none when nothing is due. */
  async makeRound(round: Round): Promise<number> {
    const { isSandbox: sandbox } = this.world;
    const claimed = await this.checks.claim({ ...round, sandbox });
    if (claimed.length === 0) return 0;
    const held = await Promise.all(claimed.map(async (check) => ({ check, refusal: await this.hold(check) })));
    const paid = held.flatMap(({ check, refusal }) => (refusal ? [] : [check]));
    const unpaid = held.flatMap(({ check, refusal }) => (refusal ? [{ check, reason: refusal }] : []));
    const answers = await this.askAll(paid);
    await this.enqueue(await this.settlement.settle(answers, unpaid));
    return claimed.length;
  }

  /** Takes what the check costs; `undefined` when it is paid for, otherwise why nothing is asked. */
  private async hold(check: ClaimedCheck): Promise<PauseReason | undefined> {
    const { accountId, keyId, grantId, watchId, jobId, entityId, entityName, jurisdiction, tier, charged } = check;
    if (this.jurisdictions.state(jurisdiction).unavailableReason !== undefined && !charged) {
      return 'jurisdiction_unavailable';
    }
    if (charged) return undefined;
    if (!check.withinBudget) return 'budget';
    const charge = this.ledger.charge({
      accountId,
      ...(keyId && { keyId }),
      ...(grantId !== undefined && { grantId }),
      jobId,
      watchId,
      entityId,
      entityName,
      jurisdiction,
      operation: tier === 'deep' ? 'verify_deep' : 'verify_quick',
      amountCredits: priceOfCheck(tier),
      description: `Check (${tier}) of ${entityId}`,
    });
    try {
      await this.transaction.commit([charge]);
      return undefined;
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'INSUFFICIENT_CREDITS') throw error;
      const limit = error.details?.['limited_by'];
      return limit === undefined || limit === 'balance' ? 'credits' : 'budget';
    }
  }

  /** In the order in which they fell due. Those that the throttle of a register holds back are given back. */
  private async askAll(paid: readonly ClaimedCheck[]): Promise<Answered[]> {
    const questions = groupedByQuestion(paid).toSorted((a, b) => +a[0].due - +b[0].due);
    const answered: Answered[][] = [];
    const next = questions.entries();
    const work = async () => {
      for (const [place, question] of next) answered[place] = await this.askFor(question);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    return answered.flat();
  }

  private async askFor(question: Question): Promise<Answered[]> {
    const [first] = question;
    const tier = question.some((check) => check.tier === 'deep') ? 'deep' : 'quick';
    const asked = { jurisdiction: first.jurisdiction, recordId: first.recordId, tier, at: first.due } as const;
    try {
      const answer = await this.reader.read(asked, first.claimedAt);
      return question.map((check) => ({ check, answer }));
    } catch (error) {
      const failure = this.asSourceError(error, first);
      if (!failure.detail.throttled) return question.map((check) => ({ check, answer: failure }));
      await this.checks.release(question, failure.detail.retryAfterMs ?? THROTTLE_PAUSE_MS);
      return [];
    }
  }

  private asSourceError(error: unknown, { jurisdiction }: ClaimedCheck): SourceError {
    if (error instanceof SourceError) return error;
    this.log.error('a check failed in our own code', { jurisdiction, error });
    return new SourceError('unavailable', 'our own code failed', { ours: true, cause: error });
  }

  private async enqueue(deliveries: readonly DueDelivery[]): Promise<void> {
    await Promise.all(deliveries.map((delivery) => this.jobs.enqueue({ kind: 'delivery', ...delivery })));
  }
}

/** Equal questions: the same record at the same moment. */
type Question = readonly [ClaimedCheck, ...ClaimedCheck[]];

function groupedByQuestion(checks: readonly ClaimedCheck[]): Question[] {
  const groups = new Map<string, [ClaimedCheck, ...ClaimedCheck[]]>();
  for (const check of checks) {
    const key = `${check.jurisdiction}/${check.recordId}/${check.due.getTime()}`;
    const group = groups.get(key);
    if (group) group.push(check);
    else groups.set(key, [check]);
  }
  return [...groups.values()];
}
