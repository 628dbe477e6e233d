import { AdminBatches, type AdminBatch } from '../../../core/admin/ports.js';
import { fromUuid, toUuid, type Id } from '../../../core/ids.js';
import { BATCH, toBatch, type BatchColumns } from './batch-row.js';
import { Database } from '../client/database.js';
import { Injectable } from '../../../core/injectable.js';

type Row = BatchColumns & { account_id: string };

const SOME = `select account_id, ${BATCH} from batches where status <> 'uploading'`;

@Injectable()
export class PostgresAdminBatches extends AdminBatches {
  constructor(private readonly db: Database) {
    super();
  }

  async list({ accountId, status, before, limit }: Parameters<AdminBatches['list']>[0]): Promise<AdminBatch[]> {
    const of = accountId ? 'account_id = $4' : '$4::uuid is null';
    const rows = await this.db.reading((from) =>
      from.rows<Row>(
        `${SOME} and ${of} and ($1::uuid is null or id < $1) and ($2::text is null or status = $2) order by id desc limit $3`,
        [before ? toUuid(before) : null, status ?? null, limit, accountId ? toUuid(accountId) : null],
      ),
    );
    return rows.map(toAdminBatch);
  }

  async find(id: Id<'bat'>): Promise<AdminBatch | undefined> {
    const row = await this.db.row<Row>(`${SOME} and id = $1`, [toUuid(id)]);
    return row && toAdminBatch(row);
  }

  async refunded(id: Id<'bat'>, lines: readonly number[]): Promise<ReadonlySet<number>> {
    const rows = await this.db.rows<{ line: number }>(
      `select batch_line as line from ledger_entries where type = 'refund' and batch_id = $1 and batch_line = any ($2::integer[])`,
      [toUuid(id), lines.map(String)],
    );
    return new Set(rows.map(({ line }) => line));
  }
}

function toAdminBatch(row: Row): AdminBatch {
  return { accountId: fromUuid('acc', row.account_id), batch: toBatch(row) };
}
