import type { Id } from '../ids.js';
import type { JobList, JobReader, JobsWanted } from './ports.js';

/** What an account asked and how it stands, the newest first. */
export class ListJobs {
  constructor(private readonly jobReader: JobReader) {}

  async run(accountId: Id<'acc'>, wanted: JobsWanted): Promise<JobList> {
    return this.jobReader.list(accountId, wanted);
  }
}
