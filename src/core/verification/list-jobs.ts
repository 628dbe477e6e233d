import type { Id } from '../ids.js';
import { Jurisdictions } from '../registries/jurisdictions.js';
import { type JobList, JobReader, type JobsWanted } from './ports.js';
import { Injectable } from '../injectable.js';

@Injectable()
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
