import { Get, Param } from '@nestjs/common';
import { AdminAccounts, AdminBatches, type Admin, type AdminBatch } from '../../core/admin/ports.js';
import { RefundBatchRow } from '../../core/admin/refund-batch-row.js';
import { batchNotFound } from '../../core/batches/batch.js';
import { Batches, type ResultRow, type RowsWanted } from '../../core/batches/ports.js';
import { AppError } from '../../core/errors.js';
import { LaterStandings } from '../../core/entities/later-standing.js';
import { parseId, type Id } from '../../core/ids.js';
import { lineIn } from '../../modules/admin/admin-request.js';
import { cursorIn } from '../../modules/http/answers/paging.js';
import { pageBy } from '../../core/page.js';
import type { ListPage } from '../csv-file.js';
import { Form, form } from '../form-answers.js';
import { list, page } from '../page-answers.js';
import { ResultRowsPageQuery } from '../../modules/batches/batches.dto.js';
import { credits } from '../pages/parts.js';
import { PageAddress } from '../read-form.js';
import { REASON } from './reason.js';
import { CurrentAdmin, SupportPages } from './admin.hook.js';
import { SupportBatchesQuery } from './admin.dto.js';
import { AdminBatchesPage, AdminBatchPage, AdminRowPage, type AdminRow } from './batches.page.js';
import { ACCOUNT_BATCH_COLUMNS, ROW_COLUMNS } from './lists-csv.js';

const LIST = new PageAddress(SupportBatchesQuery);
const ROWS = new PageAddress(ResultRowsPageQuery);

/** Batches of all accounts, and refunds of their rows. */
@SupportPages('console/admin')
export class AdminBatchPagesController {
  constructor(
    private readonly adminBatches: AdminBatches,
    private readonly accounts: AdminAccounts,
    private readonly batches: Batches,
    private readonly refundBatchRow: RefundBatchRow,
    private readonly laterStandings: LaterStandings,
  ) {}

  @Get(['batches', 'batches.csv'])
  list() {
    return list({
      title: 'Batches',
      address: LIST,
      csv: { name: 'batches-of-accounts', columns: ACCOUNT_BATCH_COLUMNS },
      after: ({ cursor }) => cursorIn('bat', cursor),
      read: (wanted, before) => this.page(wanted, before),
      body: async (batches) => {
        const emails = await this.accounts.emails(batches.map(({ accountId }) => accountId));
        return <AdminBatchesPage batches={batches} emails={emails} />;
      },
    });
  }

  @Get(['batches/:id', 'batches/:id/rows.csv'])
  async show(@Param('id') id: string) {
    const found = await this.find(id);
    return list({
      title: `${found.batch.rows.toLocaleString('en')} rows`,
      eyebrow: 'Batch',
      address: ROWS,
      csv: { name: found.batch.id, columns: ROW_COLUMNS },
      after: ({ cursor }) => cursor,
      read: ({ limit, ...wanted }, after = 0) => this.rows(found.batch.id, wanted, after, limit),
      body: async (rows) => {
        const emails = await this.accounts.emails([found.accountId]);
        const later = await this.laterStandings.after(rows.map((row) => ({ ...row, asOf: found.batch.startedAt })));
        return <AdminBatchPage {...found} emails={emails} rows={rows} later={later} />;
      },
    });
  }

  @Get('batches/:id/rows/:line')
  async row(@Param('id') id: string, @Param('line') line: string) {
    const { found, row } = await this.findRow(id, line);
    const trail = [[`/admin/batches/${id}`, 'The file']] as const;
    const layout = { title: row.entityName ?? `Line ${row.line}`, eyebrow: 'Row of a batch', trail, narrow: true };
    const emails = await this.accounts.emails([found.accountId]);
    return page(layout, <AdminRowPage {...found} emails={emails} row={row} />);
  }

  @Form('batches/:id/rows/:line/refund')
  async refund(@CurrentAdmin() admin: Admin, @Param('id') id: string, @Param('line') given: string) {
    const { found, row } = await this.findRow(id, given);
    const { line, creditsCharged, entityName = '' } = row;
    const next = `/admin/batches/${found.batch.id}/rows/${line}`;
    const question = `Give ${credits(creditsCharged)} back for “${entityName}”, line ${line}? Its result stays.`;
    return form({
      body: REASON,
      again: () => this.row(id, given),
      confirm: () => ({ question, button: 'Refund the row', back: next }),
      run: ({ reason }) => this.refundBatchRow.run(admin, found.batch.id, line, reason),
      next,
      notice: 'The row is refunded.',
    });
  }

  private async page(
    { status, account_id, limit }: Omit<SupportBatchesQuery, 'cursor'>,
    before: Id<'bat'> | undefined,
  ): Promise<ListPage<AdminBatch, Id<'bat'>>> {
    const accountId = account_id === undefined ? undefined : parseId('acc', account_id);
    // No object has a malformed id.
    if (account_id !== undefined && !accountId) return { items: [], next: undefined };
    const found = await this.adminBatches.list({ accountId, status, before, limit: limit + 1 });
    return pageBy(found, limit, ({ batch }) => batch.id);
  }

  private async rows(id: Id<'bat'>, wanted: RowsWanted, after: number, limit: number) {
    const found = await this.batches.resultsAfter(id, wanted, after, limit + 1);
    const { items, next } = pageBy(found, limit, ({ line }) => line);
    return { items: await this.withRefunds(id, items), next };
  }

  private async withRefunds(id: Id<'bat'>, rows: readonly ResultRow[]): Promise<AdminRow[]> {
    const refunded = await this.adminBatches.refunded(
      id,
      rows.map(({ line }) => line),
    );
    return rows.map((row) => ({ ...row, refunded: refunded.has(row.line) }));
  }

  private async find(given: string): Promise<AdminBatch> {
    const id = parseId('bat', given);
    const found = id && (await this.adminBatches.find(id));
    if (!found) throw batchNotFound();
    return found;
  }

  private async findRow(id: string, given: string): Promise<{ found: AdminBatch; row: AdminRow }> {
    const found = await this.find(id);
    const line = lineIn(given) ?? 0;
    const [row] = await this.withRefunds(
      found.batch.id,
      await this.batches.resultsAfter(found.batch.id, {}, line - 1, 1),
    );
    if (row?.line !== line) throw new AppError('NOT_FOUND');
    return { found, row };
  }
}
