import { Readable } from 'node:stream';
import { Body, Get, Param, Post, Query, StreamableFile } from '@nestjs/common';
import type { Caller } from '../../core/accounts/account.js';
import type { ConsoleVisit } from '../../core/accounts/access/read-console-session.js';
import { expectedSeconds, hasEnded, type Batch, batchNotFound } from '../../core/batches/batch.js';
import { AskAgain } from '../../core/batches/ask-again.js';
import { CancelBatch } from '../../core/batches/cancel-batch.js';
import { Batches } from '../../core/batches/ports.js';
import { StartBatch } from '../../core/batches/start-batch.js';
import { UploadBatch } from '../../core/batches/upload-batch.js';
import { LaterStandings } from '../../core/entities/later-standing.js';
import { parseId, type Id } from '../../core/ids.js';
import { MAX_REJECTIONS_SHOWN } from '../../core/limits.js';
import { pageBy, pageOf } from '../../core/page.js';
import { Clock } from '../../core/ports.js';
import { Jurisdictions } from '../../core/registries/jurisdictions.js';
import {
  BatchesQuery,
  ResultRowsQuery,
  StartBatchQuery,
  UploadBatchQuery,
  ResultRowsPageQuery,
} from '../../modules/batches/batches.dto.js';
import { RESULT_TYPES, resultsFile } from '../../modules/batches/results-file.js';
import { uploadRequest } from '../../modules/batches/upload-request.js';
import { cursorIn } from '../../modules/http/answers/paging.js';
import { Reads } from '../../modules/http/route.decorators.js';
import { FILE_FIELD, type UploadedForm } from '../../modules/http/server/multipart.js';
import { Form, form } from '../form-answers.js';
import { asksFor, list, type PageAnswer } from '../page-answers.js';
import { csvDownload } from '../csv-file.js';
import { FormBody, number, PageAddress, ticked } from '../read-form.js';
import { AccountPages, CurrentVisit } from '../session/console.hook.js';
import { BATCH_COLUMNS, templateFile } from './batches-csv.js';
import { BatchPage, nameOf } from './batch.page.js';
import { BatchesPage } from './batches.page.js';
import { fileOf, recognise, textsOf, TypedRows } from './sent-file.js';

const LIST = new PageAddress(BatchesQuery);
const ROWS = new PageAddress(ResultRowsPageQuery);
const CHOSEN = new PageAddress(ResultRowsQuery);
const UPLOAD = new FormBody(UploadBatchQuery, { max_credits: number, start: ticked });
const AGAIN = new FormBody(StartBatchQuery, { max_credits: number });
/** A batch is retried once, whatever the key. */
const WITHOUT_KEY = { idempotencyKey: undefined, fingerprint: () => '' };
const LOOK_AGAIN_SECONDS = 5;

@AccountPages('console')
export class ConsoleBatchesController {
  constructor(
    private readonly batches: Batches,
    private readonly uploadBatch: UploadBatch,
    private readonly startBatch: StartBatch,
    private readonly cancelBatch: CancelBatch,
    private readonly askAgain: AskAgain,
    private readonly clock: Clock,
    private readonly jurisdictions: Jurisdictions,
    private readonly laterStandings: LaterStandings,
  ) {}

  @Get(['batches', 'batches.csv'])
  list(@CurrentVisit() { caller: { accountId } }: ConsoleVisit) {
    return list({
      title: 'Batches',
      address: LIST,
      csv: { name: 'batches', columns: BATCH_COLUMNS },
      after: ({ cursor }) => cursorIn('bat', cursor),
      read: async ({ status, limit }, before) =>
        pageOf(await this.batches.list(accountId, { status, before, limit: limit + 1 }), limit),
      body: (batches) => <BatchesPage batches={batches} jurisdictions={this.jurisdictions.list()} />,
    });
  }

  @Get('batches/template.csv')
  template() {
    return csvDownload('template', [templateFile()]);
  }

  /** Shows a refused file's problem beside its field; the file is not kept. */
  @Post('batches')
  @Reads('upload')
  upload(@CurrentVisit() visit: ConsoleVisit, @Body() sent: UploadedForm = {}, @Query('typed') isTyped: unknown) {
    const fields = textsOf(sent);
    const rows = isTyped === undefined ? undefined : new TypedRows(sent);
    return form({
      fields,
      again: async () => {
        if (rows) fields[FILE_FIELD] = await rows.text();
        return this.list(visit);
      },
      run: async (typed, { request, key }) => {
        const bytes = rows?.bytes() ?? fileOf(sent, request);
        return this.uploadBatch.run(visit.caller, uploadRequest(UPLOAD.read(typed), await recognise(bytes), key));
      },
      next: ({ batch }) => `/batches/${batch.id}`,
    });
  }

  @Get('batches/:id')
  async show(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Param('id') id: string) {
    const batch = await this.find(accountId, id);
    const rejections = batch.rejected > 0 ? await this.batches.rejections(batch.id, MAX_REJECTIONS_SHOWN) : [];
    return list({
      title: nameOf(batch),
      eyebrow: 'Batch',
      refreshSeconds: batch.status === 'running' ? LOOK_AGAIN_SECONDS : undefined,
      address: ROWS,
      after: ({ cursor }) => cursor,
      read: async ({ limit, ...wanted }, after = 0) => {
        if (!hasEnded(batch)) return { items: [], next: undefined };
        return pageBy(await this.batches.resultsAfter(batch.id, wanted, after, limit + 1), limit, ({ line }) => line);
      },
      body: async (rows) => {
        const later = await this.laterStandings.after(rows.map((row) => ({ ...row, asOf: batch.startedAt })));
        const counts = hasEnded(batch) ? await this.batches.answers(batch.id) : undefined;
        const secondsLeft = expectedSeconds(batch, this.clock.now());
        const results = counts && { rows, later, counts };
        return <BatchPage batch={batch} secondsLeft={secondsLeft} rejections={rejections} results={results} />;
      },
    });
  }

  @Form('batches/:id/start')
  start(@CurrentVisit() { caller }: ConsoleVisit, @Param('id') id: string) {
    return form({
      run: () => this.startBatch.run(caller, parseId('bat', id)),
      next: (batch) => `/batches/${batch.id}`,
    });
  }

  /** Starts at once: the button says what it may cost. A second click leads to the same retry. */
  @Form('batches/:id/again')
  async again(@CurrentVisit() { caller }: ConsoleVisit, @Param('id') id: string) {
    const { id: batchId, retriedIn } = await this.find(caller.accountId, id);
    return form({
      body: AGAIN,
      once: retriedIn === undefined,
      run: ({ max_credits: maxCredits }) => retriedIn ?? this.retry(caller, batchId, maxCredits),
      next: (made) => `/batches/${made}`,
    });
  }

  private async retry(caller: Caller, id: Id<'bat'>, maxCredits: number | undefined): Promise<Id<'bat'>> {
    try {
      const { batch } = await this.askAgain.run(caller, id, { ...WITHOUT_KEY, maxCredits, start: true });
      return batch.id;
    } catch (error) {
      // Another page of this person may have made it meanwhile.
      const { retriedIn } = await this.find(caller.accountId, id);
      if (retriedIn) return retriedIn;
      throw error;
    }
  }

  @Form('batches/:id/cancel')
  async cancel(@CurrentVisit() { caller }: ConsoleVisit, @Param('id') id: string) {
    const { id: batchId } = await this.find(caller.accountId, id);
    const question = 'Cancel this batch? Answered rows stay answered and charged. The remaining rows are not asked.';
    return form({
      confirm: () => ({ question, button: 'Cancel the batch', back: `/batches/${id}` }),
      run: async () => void (await this.cancelBatch.run(caller, batchId)),
      next: `/batches/${id}`,
      notice: 'The batch was cancelled.',
    });
  }

  @Get(['batches/:id/results.csv', 'batches/:id/results.ndjson'])
  async results(@CurrentVisit() { caller: { accountId } }: ConsoleVisit, @Param('id') id: string): Promise<PageAnswer> {
    const batch = await this.find(accountId, id);
    if (!hasEnded(batch)) throw batchNotFound();
    return (on) => {
      const format = asksFor(on, '.csv') ? 'csv' : 'ndjson';
      const file = resultsFile(batch, this.batches.results(batch.id, CHOSEN.read(on.request.query)), format);
      if (format === 'csv') return csvDownload(batch.id, file);
      return new StreamableFile(Readable.from(file), {
        type: RESULT_TYPES[format],
        disposition: `attachment; filename="standing-${batch.id}.${format}"`,
      });
    };
  }

  private async find(accountId: Caller['accountId'], text: string): Promise<Batch> {
    const id = parseId('bat', text);
    const batch = id && (await this.batches.find(accountId, id));
    if (!batch) throw batchNotFound();
    return batch;
  }
}
