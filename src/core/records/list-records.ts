import type { Id } from '../ids.js';
import { invalid } from '../invalid-request.js';
import { Jurisdictions } from '../registries/jurisdictions.js';
import { Injectable } from '../injectable.js';
import { Records, type RecordList, type RecordsWanted } from './ports.js';

@Injectable()
export class ListRecords {
  constructor(
    private readonly records: Records,
    private readonly jurisdictions: Jurisdictions,
  ) {}

  /**
   * Throws `JURISDICTION_NOT_SUPPORTED` for an unknown jurisdiction, and `VALIDATION_ERROR` for a
   * cursor of another account.
   */
  async run(accountId: Id<'acc'>, wanted: RecordsWanted): Promise<RecordList> {
    this.jurisdictions.requireKnown([wanted.jurisdiction]);
    const page = await this.records.list(accountId, wanted);
    if (!page) throw invalid('cursor', 'must be the next_cursor of a page');
    return page;
  }
}
