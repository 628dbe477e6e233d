import type { Id } from '../ids.js';
import type { Jurisdictions } from '../registries/jurisdictions.js';
import type { JobList, JobReader, JobsWanted } from './ports.js';

export class ListJobs {
  constructor(
    private readonly jobReader: JobReader,
    private readonly jurisdictions: Jurisdictions,
  ) {}

  /** Throws `JURISDICTION_NOT_SUPPORTED` for an unknown jurisdiction. */
  async run(accountId: Id<'acc'>, wanted: JobsWanted): Promise<JobList> {
    this.jurisdictions.requireKnown([wanted.jurisdiction]);
    return this.jobReader.list(accountId, wanted);
  }
}
