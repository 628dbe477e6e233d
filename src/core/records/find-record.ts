import type { Id } from '../ids.js';
import { Injectable } from '../injectable.js';
import type { AnswerRecord } from './answer-record.js';
import { recordNotFound } from '../verification/decide-record.js';
import { Records } from './ports.js';

@Injectable()
export class FindRecord {
  constructor(private readonly records: Records) {}

  /** Throws `NOT_FOUND` for a record of another account. */
  async run(accountId: Id<'acc'>, id: Id<'rec'> | undefined): Promise<AnswerRecord> {
    const record = id && (await this.records.find(accountId, id));
    if (!record) throw recordNotFound();
    return record;
  }

  /** For administrators. Throws `NOT_FOUND` for an unknown record. */
  async ofAny(id: Id<'rec'> | undefined): Promise<AnswerRecord> {
    const record = id && (await this.records.findOfAny(id));
    if (!record) throw recordNotFound('GET /v1/admin/records lists the records of an account.');
    return record;
  }
}
