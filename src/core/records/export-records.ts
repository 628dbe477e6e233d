import type { Id } from '../ids.js';
import { Jurisdictions } from '../registries/jurisdictions.js';
import { Injectable } from '../injectable.js';
import type { AnswerRecord } from './answer-record.js';
import { Records, type RecordFilter } from './ports.js';

/** Records per read, so that few of many are in memory. */
const PAGE = 500;

/** Streams every matching record once, newest first. */
@Injectable()
export class ExportRecords {
  constructor(
    private readonly records: Records,
    private readonly jurisdictions: Jurisdictions,
  ) {}

  /** Throws `JURISDICTION_NOT_SUPPORTED` for an unknown jurisdiction, before the first record. */
  run(accountId: Id<'acc'>, filter: RecordFilter): AsyncGenerator<AnswerRecord[]> {
    this.jurisdictions.requireKnown([filter.jurisdiction]);
    return this.pages(accountId, filter);
  }

  private async *pages(accountId: Id<'acc'>, filter: RecordFilter): AsyncGenerator<AnswerRecord[]> {
    for (let after: Id<'rec'> | undefined; ;) {
      const page = await this.records.list(accountId, { ...filter, after, limit: PAGE });
      if (!page) return;
      yield page.records;
      if (page.next === undefined) return;
      after = page.next;
    }
  }
}
