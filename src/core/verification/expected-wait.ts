import type { Retrieval } from './retrieval-claim.js';
import { JobReader } from './ports.js';
import { Injectable } from '../injectable.js';

type Kind = Pick<Retrieval, 'kind' | 'jurisdiction' | 'tier'>;

/** Used when the register was not queried recently. */
const USUAL_SECONDS = 2;
const MAX_SECONDS = 60;
/** Limits queries when many jobs start at once. */
const REMEMBERED_MS = 5_000;

/** Estimates when polling a job again is worthwhile. */
@Injectable()
export class ExpectedWait {
  private readonly known = new Map<string, { seconds: Promise<number>; untilMs: number }>();

  constructor(private readonly jobReader: JobReader) {}

  /** Returns whole seconds, at least 1; for several jobs, the slowest one's. */
  async seconds(jobs: readonly Kind[]): Promise<number> {
    return Math.max(1, ...(await Promise.all(jobs.map((job) => this.of(job)))));
  }

  private of(job: Kind): Promise<number> {
    const name = `${job.kind} ${job.jurisdiction} ${job.tier}`;
    const known = this.known.get(name);
    if (known && known.untilMs > performance.now()) return known.seconds;
    const seconds = this.jobReader.expectedSeconds(job).then(
      (expected) => Math.min(Math.ceil(expected ?? USUAL_SECONDS), MAX_SECONDS),
      () => USUAL_SECONDS,
    );
    this.known.set(name, { seconds, untilMs: performance.now() + REMEMBERED_MS });
    return seconds;
  }
}
