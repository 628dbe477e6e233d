import { ApiKeys, SignIns } from './ports.js';
import { invalid, invalidAny, InvalidRequest, type NameOf } from '../invalid-request.js';
import type { Id } from '../ids.js';
import { Clock } from '../ports.js';
import { Ledger } from '../billing/ports.js';
import { summarise, type Usage, type UsageRow } from '../billing/usage.js';
import { Injectable } from '../injectable.js';

const DAY_MS = 24 * 3_600_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;
const AFTER = (nameOf: NameOf) => `${nameOf('from')} must not be after ${nameOf('to')}.`;
const TOO_LONG = (nameOf: NameOf) => `${nameOf('from')} and ${nameOf('to')} must be at most ${MAX_DAYS} days apart.`;
/** No usage is older, and calendars become irregular. */
const EARLIEST = '2000-01-01';

export interface LabelledUsage extends Usage {
  period: { from: string; to: string };
  /**
   * One row per day, operation, key and grant, all in memory: at most as many as charges and
   * refunds. With `MAX_ACTIVE_KEYS` keys used for every operation on each of `MAX_DAYS` days, and
   * no applications, some 90,000.
   */
  rows: readonly UsageRow[];
  labels: ReadonlyMap<Id<'key'>, string>;
  /** Names of the applications with active grants, by grant. */
  clientNames: ReadonlyMap<string, string>;
}

/**
 * Reports what the account spent its credits on, by default over the last 30 days. Days are UTC,
 * both ends included.
 */
@Injectable()
export class ReadUsage {
  constructor(
    private readonly ledger: Ledger,
    private readonly keys: ApiKeys,
    private readonly signIns: SignIns,
    private readonly clock: Clock,
  ) {}

  async run(accountId: Id<'acc'>, asked: { from: string | undefined; to: string | undefined }): Promise<LabelledUsage> {
    const to = asked.to ?? dateOf(this.clock.now());
    const from = asked.from ?? dateOf(new Date(Date.parse(to) - (DEFAULT_DAYS - 1) * DAY_MS));
    const days = daysOf(from, to);
    const rows = await this.ledger.usage(accountId, { from, to });
    const [keys, grants] = await Promise.all([this.keys.of(accountId), this.signIns.grants(accountId)]);
    return {
      period: { from, to },
      rows,
      labels: new Map(keys.map(({ id, label }) => [id, label])),
      clientNames: new Map(
        grants.flatMap(({ id, clientName }) => (clientName === undefined ? [] : [[id, clientName]])),
      ),
      ...summarise(rows, days),
    };
  }
}

function daysOf(from: string, to: string): string[] {
  if (from < EARLIEST) throw invalid('from', `must not be before ${EARLIEST}`);
  const [first, last] = [Date.parse(from), Date.parse(to)];
  if (first > last) throw new InvalidRequest({ field: 'from', message: AFTER });
  const count = (last - first) / DAY_MS + 1;
  if (count > MAX_DAYS) throw invalidAny(['from', 'to'], TOO_LONG);
  return Array.from({ length: count }, (_, i) => dateOf(new Date(first + i * DAY_MS)));
}

function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
