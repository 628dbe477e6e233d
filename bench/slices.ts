import type { Client } from 'pg';
import type { LoadClient, LoadRequest, LoadResult } from './client.js';
import { backendsMs, backendsOf, processorMs } from './processor-time.js';

export interface Contestant {
  name: string;
  url: string;
  pid: number;
  /** Other processes of the same installation, which share the load. */
  beside?: readonly { url: string; pid: number }[];
  requests: LoadRequest[];
  /**
   * A session on its database, to read the processor time of Postgres and to count what was
   * written.
   */
  session: Client;
  /** Counts something to which each answer adds `perAnswer`, such as spent credits. */
  written: ((session: Client) => Promise<number>) | undefined;
  perAnswer: number;
}

/** One stretch of load, or the medians of several. Processor times are per answer. */
export interface Slice {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  cpuUs: number | undefined;
  postgresCpuUs: number | undefined;
  clientShare: number;
}

export interface Side {
  name: string;
  median: Slice;
  slices: Slice[];
}

export interface SliceOptions {
  rounds: number;
  seconds: number;
  warmUpSeconds: number;
  connections: number;
}

/**
 * Loads the contestants alternately, so that other load on the machine affects all of them alike.
 * Throws if an answer is not 200, or if the amount written does not match the answers.
 */
export async function alternate(
  client: LoadClient,
  contestants: readonly Contestant[],
  { rounds, seconds, warmUpSeconds, connections }: SliceOptions,
): Promise<Side[]> {
  const sides = contestants.map((contestant) => ({ contestant, slices: [] as Slice[], sent: 0 }));
  for (let round = 0; round <= rounds; round++) {
    for (const side of sides) {
      const order = { connections, seconds: round === 0 ? warmUpSeconds : seconds, perSecond: undefined };
      const { slice, answers } = await measure(client, side.contestant, { ...order, first: side.sent });
      side.sent += answers;
      if (round > 0) side.slices.push(slice);
    }
  }
  return sides.map(({ contestant: { name }, slices }) => ({ name, slices, median: medianSlice(slices) }));
}

export async function measure(
  client: LoadClient,
  contestant: Contestant,
  load: { connections: number; seconds: number; perSecond: number | undefined; first: number },
): Promise<{ slice: Slice; answers: number }> {
  const { url, pid, beside = [], requests, session, written, perAnswer } = contestant;
  const pids = [pid, ...beside.map((process) => process.pid)];
  const urls = [url, ...beside.map((process) => process.url)];
  const writtenBefore = await written?.(session);
  const postgres = await backendsOf(session);
  const cpu = processorMs(...pids);
  const result = await client.run({ urls, requests, expectedStatus: 200, ...load });
  const slice = {
    perSecond: result.perSecond,
    p50Ms: result.p50Ms,
    p99Ms: result.p99Ms,
    cpuUs: perAnswerUs(cpu, processorMs(...pids), result),
    postgresCpuUs: perAnswerUs(0, backendsMs(postgres, await backendsOf(session)), result),
    clientShare: result.clientShare,
  };
  if (written && writtenBefore !== undefined) {
    const added = (await written(session)) - writtenBefore;
    const expected = result.answers * perAnswer;
    if (added !== expected) throw new Error(`${contestant.name} wrote ${added} where its answers say ${expected}`);
  }
  return { slice, answers: result.answers };
}

function perAnswerUs(before: number | undefined, after: number | undefined, { answers }: LoadResult) {
  return before === undefined || after === undefined ? undefined : ((after - before) * 1000) / Math.max(1, answers);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
}

export function medianSlice(slices: readonly Slice[]): Slice {
  const of = (field: keyof Slice) => slices.flatMap((slice) => slice[field] ?? []);
  const medianOf = (field: keyof Slice) => (of(field).length > 0 ? median(of(field)) : undefined);
  return {
    perSecond: medianOf('perSecond') ?? 0,
    p50Ms: medianOf('p50Ms') ?? 0,
    p99Ms: medianOf('p99Ms') ?? 0,
    cpuUs: medianOf('cpuUs'),
    postgresCpuUs: medianOf('postgresCpuUs'),
    clientShare: medianOf('clientShare') ?? 0,
  };
}

/**
 * Returns the median of the ratios of each round, because both sides of a round ran under the same
 * conditions; `undefined` if there are none.
 */
export function ratioOf(ours: Side, other: Side, field: 'perSecond' | 'cpuUs' = 'perSecond'): number | undefined {
  const ratios = ours.slices.flatMap((slice, round) => {
    const [mine, theirs] = [slice[field], other.slices[round]?.[field]];
    if (mine === undefined || !theirs) return [];
    return field === 'cpuUs' ? theirs / mine : mine / theirs;
  });
  return ratios.length > 0 ? median(ratios) : undefined;
}
