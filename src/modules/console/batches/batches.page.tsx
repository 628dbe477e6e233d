import { randomUUID } from 'node:crypto';
import type { ComponentChildren } from 'preact';
import { BATCH_STATUSES, type Batch, type BatchStatus } from '../../../core/batches/batch.js';
import { ROW_FIELDS } from '../../../core/batches/read-row.js';
import { MAX_BATCH_BYTES, MAX_BATCH_ROWS } from '../../../core/limits.js';
import { MAX_WEBHOOK_URL_LENGTH } from '../../../core/webhooks/public-address.js';
import { FILE_FIELD } from '../../http/server/multipart.js';
import { Listing } from '../pages/listing.js';
import { Choice, counted, Link, Moment, PostForm, Wrong } from '../pages/parts.js';
import { REPEAT_FIELD } from '../read-form.js';
import { BatchState } from './batch.page.js';

interface BatchesProps {
  batches: readonly Batch[];
  next: Batch['id'] | undefined;
  status: BatchStatus | undefined;
  /** Why the file that was sent was not taken. */
  wrong?: string | undefined;
}

export function BatchesPage({ batches, next, status, wrong }: BatchesProps) {
  return (
    <>
      <Wrong>{wrong}</Wrong>
      <Listing
        to="/batches"
        csv="/batches.csv"
        wanted={{ status }}
        next={next}
        nothing={<p>No file was sent yet. A file of names is answered row by row; send one below.</p>}
        caption="Files, the newest first"
        columns={['Sent', 'State', 'Rows', 'Answered', 'Rejected', 'Charged', 'At most']}
        numbers={['Rows', 'Answered', 'Rejected', 'Charged', 'At most']}
        rows={batches.map((batch) => [
          <Link to={`/batches/${batch.id}`}>
            <Moment at={batch.createdAt} />
          </Link>,
          <BatchState batch={batch} />,
          counted(batch.rows),
          counted(batch.accepted - batch.counts.pending),
          counted(batch.rejected),
          counted(batch.creditsCharged),
          counted(batch.maxCredits),
        ])}
      >
        <Choice
          name="status"
          label="State"
          any="any"
          chosen={status}
          values={BATCH_STATUSES.map((each) => [each, each] as const)}
        />
      </Listing>
      <h2>Send a file</h2>
      <p>
        CSV with a header, or a JSON object a line, in UTF-8: {ROW_FIELDS.join(', ')}. The first two are needed. Up to{' '}
        {counted(MAX_BATCH_ROWS)} rows and {MAX_BATCH_BYTES / 1024 / 1024} MB. You see what it can cost before it
        starts.
      </p>
      <UploadForm>
        <label>
          File
          <input name={FILE_FIELD} type="file" accept=".csv,.ndjson,.jsonl,text/csv,application/x-ndjson" required />
        </label>
      </UploadForm>
      <details>
        <summary>Type or paste the rows</summary>
        <UploadForm>
          <label>
            Rows
            <textarea
              name={FILE_FIELD}
              rows={8}
              required
              spellcheck={false}
              placeholder={'entity_name,jurisdiction\nImaginary Lanterns LLC,us-co'}
            />
          </label>
        </UploadForm>
      </details>
    </>
  );
}

/** The file stands last: what was typed is known before it begins to arrive. */
function UploadForm({ children }: { children: ComponentChildren }) {
  return (
    <PostForm to="/batches" className="column" carriesFile>
      <input type="hidden" name={REPEAT_FIELD} value={randomUUID()} />
      <label>
        Maximum cost in credits (optional)
        <input name="max_credits" inputMode="numeric" maxLength={15} autocomplete="off" />
      </label>
      <label>
        Webhook URL (optional)
        <input name="webhook_url" type="url" maxLength={MAX_WEBHOOK_URL_LENGTH} autocomplete="off" />
      </label>
      <label class="inline">
        <input name="start" type="checkbox" value="yes" />
        Start at once, without showing the maximum cost first
      </label>
      {children}
      <button class="first">Send</button>
    </PostForm>
  );
}
