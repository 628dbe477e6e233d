import type { Books, Entry } from './books.js';
import type { AskedLine, EndedLine, FactLine, Line, ToldLine, TriedLine } from './record.js';

/** Broken promises, one sentence each. */
export interface Verdict {
  /** Requests that never got an answer. */
  unanswered: string[];
  /** Promised things that are missing or never ended. */
  lost: string[];
  /** Things that exist more often than they should. */
  doubled: string[];
  /** Incorrect sums, numbers, signatures and answers. */
  wrong: string[];
}

const FREE_CREDITS = 50;

/**
 * Compares what the outside saw with the service's own records. Knows nothing of the faults: a
 * promise holds, whatever happened.
 */
export function check(lines: readonly Line[], books: Books): Verdict {
  const verdict: Verdict = { unanswered: [], lost: [], doubled: [], wrong: [] };
  const requests = requestsIn(lines);
  checkAnswers(requests, verdict);
  checkJobs(requests, lines, books, verdict);
  checkCharges(requests, books, verdict);
  checkAccounts(lines, books, verdict);
  checkLedger(books, verdict);
  checkWebhooks(requests, lines, books, verdict);
  checkFacts(lines, verdict);
  return verdict;
}

export function holds({ unanswered, lost, doubled, wrong }: Verdict): boolean {
  return [unanswered, lost, doubled, wrong].every(({ length }) => length === 0);
}

interface Request {
  asked: AskedLine;
  tries: TriedLine[];
  /** The answer after which the request was not repeated. */
  answer: TriedLine | undefined;
}

function requestsIn(lines: readonly Line[]): Request[] {
  const requests = new Map<string, Request>();
  for (const line of lines) {
    if (line.line === 'asked') requests.set(line.id, { asked: line, tries: [], answer: undefined });
    if (line.line !== 'tried') continue;
    const request = requests.get(line.id);
    request?.tries.push(line);
    if (request && line.final) request.answer = line;
  }
  return [...requests.values()];
}

function checkAnswers(requests: Request[], { unanswered, doubled, wrong }: Verdict): void {
  for (const { asked, tries, answer } of requests) {
    if (!answer) unanswered.push(`request ${asked.id} (${asked.kind}) got no answer in ${tries.length} tries`);
    const answers = new Set(
      tries.filter(({ jobIds }) => jobIds.length > 0).map(({ jobIds }) => jobIds.toSorted().join()),
    );
    if (answers.size > 1)
      doubled.push(`request ${asked.id} (${asked.kind}) was given jobs ${[...answers].join(' and then ')}`);
    for (const { status, trouble, surprise } of tries) {
      if (surprise) wrong.push(`request ${asked.id} (${asked.kind}) was answered ${String(status)} ${trouble ?? ''}`);
    }
  }
}

function checkJobs(requests: Request[], lines: readonly Line[], books: Books, { lost, doubled, wrong }: Verdict): void {
  const jobs = new Map(books.jobs.map((job) => [job.id, job]));
  const seen = new Map(of<EndedLine>(lines, 'ended').map(({ jobId, status }) => [jobId, status]));
  const promised = new Set(requests.flatMap(({ answer }) => answer?.jobIds ?? []));
  for (const id of promised) {
    const job = jobs.get(id);
    const end = seen.get(id);
    if (!job) lost.push(`job ${id} was promised and does not exist`);
    else if (end === undefined) lost.push(`job ${id} was never seen to end; it is ${job.status}`);
    else if (end !== job.status) wrong.push(`job ${id} was seen ${end} and is ${job.status}`);
  }
  const asking = new Set(requests.map(({ asked }) => asked.accountId));
  for (const { id, accountId } of books.jobs) {
    if (asking.has(accountId) && !promised.has(id)) doubled.push(`job ${id} was made, and no answer names it`);
  }
}

function checkCharges(requests: Request[], { jobs, entries }: Books, { lost, doubled, wrong }: Verdict): void {
  const ofJob = groupBy(
    entries.filter(({ jobId }) => jobId !== undefined),
    ({ jobId }) => jobId,
  );
  for (const { id, status, price } of jobs) {
    const [charges, refunds] = [entriesOf(ofJob.get(id), 'charge'), entriesOf(ofJob.get(id), 'refund')];
    const due = status === 'failed' || status === 'refunded' ? 1 : 0;
    if (charges.length < 1) lost.push(`job ${id} was not charged for`);
    if (charges.length > 1) doubled.push(`job ${id} was charged for ${charges.length} times`);
    if (refunds.length < due) lost.push(`job ${id} is ${status} and was not refunded`);
    if (refunds.length > due) doubled.push(`job ${id} is ${status} and was refunded ${refunds.length} times`);
    if (charges.some(({ amount }) => amount !== -price))
      wrong.push(`job ${id} costs ${price} and was charged otherwise`);
    if (refunds.some(({ amount }) => amount !== price))
      wrong.push(`job ${id} cost ${price} and was refunded otherwise`);
  }
  const answeredAtOnce = groupBy(
    requests.filter(({ answer }) => answer?.jobIds.length === 0),
    ({ asked }) => asked.accountId,
  );
  const charged = groupBy(
    entries.filter(({ type, jobId }) => type === 'charge' && jobId === undefined),
    ({ accountId }) => accountId,
  );
  for (const accountId of new Set(requests.map(({ asked }) => asked.accountId))) {
    const expected = (answeredAtOnce.get(accountId) ?? []).reduce((total, { asked }) => total + asked.price, 0);
    const taken = -(charged.get(accountId) ?? []).reduce((total, { amount }) => total + amount, 0);
    const said = `account ${accountId} was charged ${taken} for answers that were known, and got ${expected} worth of them`;
    if (taken > expected) doubled.push(said);
    if (taken < expected) lost.push(said);
  }
}

function checkAccounts(lines: readonly Line[], { accounts, entries }: Books, { lost, doubled, wrong }: Verdict): void {
  const known = new Map(accounts.map((account) => [account.id, account]));
  const ofAccount = groupBy(entries, ({ accountId }) => accountId);
  const paid = groupBy(
    lines.filter((line) => line.line === 'paid'),
    ({ accountId }) => accountId,
  );
  for (const { accountId } of lines.filter((line) => line.line === 'account')) {
    if (!known.has(accountId)) lost.push(`account ${accountId} was opened and does not exist`);
    const grants = entriesOf(ofAccount.get(accountId), 'grant');
    if (grants.length < 1) lost.push(`account ${accountId} was not given its free credits`);
    if (grants.length > 1) doubled.push(`account ${accountId} was given free credits ${grants.length} times`);
    if (grants.some(({ amount }) => amount !== FREE_CREDITS))
      wrong.push(`account ${accountId} was given other than ${FREE_CREDITS}`);
    const purchases = entriesOf(ofAccount.get(accountId), 'purchase').length;
    const bought = paid.get(accountId)?.length ?? 0;
    if (purchases < bought) lost.push(`account ${accountId} paid ${bought} times and was credited ${purchases} times`);
    if (purchases > bought)
      doubled.push(`account ${accountId} paid ${bought} times and was credited ${purchases} times`);
  }
  for (const line of lines) {
    if (line.line !== 'balance' || known.get(line.accountId)?.balance === line.credits) continue;
    wrong.push(
      `account ${line.accountId} was told it has ${line.credits}, and has ${String(known.get(line.accountId)?.balance)}`,
    );
  }
}

/**
 * Checks that every account's entries are numbered without a gap, and that each balance is the sum
 * of the entries up to it, never below zero.
 */
function checkLedger({ accounts, entries }: Books, { wrong }: Verdict): void {
  const ofAccount = groupBy(entries, ({ accountId }) => accountId);
  for (const { id, balance } of accounts) {
    let sum = 0;
    for (const [place, entry] of (ofAccount.get(id) ?? []).entries()) {
      sum += entry.amount;
      if (entry.number !== place + 1) wrong.push(`the ledger of ${id} has entry ${entry.number} in place ${place + 1}`);
      if (entry.balanceAfter !== sum || sum < 0)
        wrong.push(`entry ${entry.number} of ${id} leaves ${entry.balanceAfter}, not ${sum}`);
    }
    if (balance !== sum) wrong.push(`account ${id} has ${balance}, and its entries add up to ${sum}`);
  }
}

/**
 * Checks that every end is delivered at least once, always as the same event, signed and correct.
 */
function checkWebhooks(
  requests: Request[],
  lines: readonly Line[],
  books: Books,
  { lost, doubled, wrong }: Verdict,
): void {
  const told = groupBy(of<ToldLine>(lines, 'told'), ({ jobId }) => jobId);
  const statuses = new Map(books.jobs.map(({ id, status }) => [id, status]));
  for (const { asked, answer } of requests) {
    for (const jobId of asked.webhook ? (answer?.jobIds ?? []) : []) {
      if (!told.has(jobId)) lost.push(`no webhook told how job ${jobId} ended`);
    }
  }
  for (const [jobId, times] of told) {
    const ids = new Set(times.map(({ eventId }) => eventId));
    if (ids.size > 1) doubled.push(`job ${jobId} was told of as ${ids.size} events: ${[...ids].join(', ')}`);
    for (const { event, eventId, signed } of times) {
      if (!signed) wrong.push(`event ${eventId} was not signed with the account's secret`);
      if (event !== `verification.${String(statuses.get(jobId))}`) {
        wrong.push(`event ${eventId} says ${event}, and job ${jobId} is ${String(statuses.get(jobId))}`);
      }
    }
  }
}

/** Checks that a fact requested after another had been returned is not older than that one. */
function checkFacts(lines: readonly Line[], { wrong }: Verdict): void {
  const told = new Map<string, FactLine[]>();
  for (const fact of of<FactLine>(lines, 'fact').toSorted((a, b) => a.atMs - b.atMs)) {
    const before = told.get(fact.entityId) ?? [];
    told.set(fact.entityId, [...before.slice(-20), fact]);
    const newer = before.find(({ endMs, verifiedAt }) => endMs < fact.atMs && verifiedAt > fact.verifiedAt);
    if (newer)
      wrong.push(`entity ${fact.entityId} was told as of ${newer.verifiedAt} and then as of ${fact.verifiedAt}`);
  }
}

function of<L extends Line>(lines: readonly Line[], kind: L['line']): L[] {
  return lines.filter((line): line is L => line.line === kind);
}

function entriesOf(entries: Entry[] | undefined, type: Entry['type']): Entry[] {
  return entries?.filter((entry) => entry.type === type) ?? [];
}

function groupBy<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
