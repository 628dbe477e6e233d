import type { ComponentChildren } from 'preact';
import { BATCH_STATUSES, type Batch } from '../../core/batches/batch.js';
import { REQUIRED_FIELDS, ROW_FIELDS } from '../../core/batches/read-row.js';
import { MAX_BATCH_BYTES, MAX_BATCH_ROWS } from '../../core/limits.js';
import type { JurisdictionState } from '../../core/registries/jurisdictions.js';
import { MAX_WEBHOOK_URL_LENGTH } from '../../core/webhooks/public-address.js';
import { FILE_FIELD } from '../../modules/http/server/multipart.js';
import { Box, Field, invalidIf, ProblemWords, useTyped, useWasSent } from '../pages/form.js';
import { FilterChoice, Listing } from '../pages/listing.js';
import { counted, Link, Moment, PostForm } from '../pages/parts.js';
import { BatchState, nameOf } from './batch.page.js';

interface BatchesProps {
  batches: readonly Batch[];
  jurisdictions: readonly JurisdictionState[];
}

export function BatchesPage({ batches, jurisdictions }: BatchesProps) {
  return (
    <>
      <Listing
        to="/batches"
        nothing={<p>No batches yet. Upload a file of business names below; each row gets its own answer.</p>}
        caption="Batches, newest first"
        times="real"
        columns={['File', 'Uploaded', 'Status', 'Rows', 'Answered', 'Rejected', 'Charged', 'Maximum cost']}
        numbers={['Rows', 'Answered', 'Rejected', 'Charged', 'Maximum cost']}
        rows={batches.map((batch) => [
          <Link to={`/batches/${batch.id}`}>{nameOf(batch)}</Link>,
          <Moment at={batch.createdAt} />,
          <BatchState batch={batch} />,
          counted(batch.rows),
          counted(batch.accepted - batch.counts.pending),
          counted(batch.rejected),
          counted(batch.creditsCharged),
          counted(batch.maxCredits),
        ])}
      >
        <FilterChoice name="status" label="Status" values={BATCH_STATUSES} />
      </Listing>
      <h2>Upload a file</h2>
      <p>
        CSV with a header row, or NDJSON, in UTF-8. Columns: {ROW_FIELDS.join(', ')}; {REQUIRED_FIELDS.join(' and ')}{' '}
        are required. Up to {counted(MAX_BATCH_ROWS)} rows and {MAX_BATCH_BYTES / 1024 / 1024} MB. You see the maximum
        cost before anything is charged. <Link to="/batches/template.csv">Download a CSV template</Link>.
      </p>
      <div class="with-list">
        <div>
          <UploadForm to={UPLOADED}>
            <Field
              name={FILE_FIELD}
              label="File"
              input={{ type: 'file', accept: '.csv,.ndjson,.jsonl,text/csv,application/x-ndjson', required: true }}
            />
          </UploadForm>
          <TypedRows />
        </div>
        <Codes of={jurisdictions} />
      </div>
    </>
  );
}

/** The codes that the column `jurisdiction` accepts. */
function Codes({ of: jurisdictions }: { of: readonly JurisdictionState[] }) {
  const available = jurisdictions.filter(({ unavailableReason }) => unavailableReason === undefined);
  return (
    <section class="screen">
      <h3>Jurisdiction codes</h3>
      <ul class="codes">
        {available.map(({ jurisdiction: { code, name, tiers } }) => (
          <li key={code}>
            <code>{code}</code> {name}
            {tiers.includes('deep') ? null : <span class="hint"> (quick only)</span>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The target of both forms; the page recognises the sent one by it. */
const UPLOADED = '/batches';
const TYPED = '/batches?typed=yes';

function TypedRows() {
  return (
    <details open={useWasSent(TYPED)}>
      <summary>Type or paste rows</summary>
      <UploadForm to={TYPED}>
        <RowsField />
      </UploadForm>
    </details>
  );
}

function RowsField() {
  const { value, problem, id } = useTyped(FILE_FIELD);
  return (
    <label>
      Rows
      <textarea
        name={FILE_FIELD}
        rows={8}
        required
        spellcheck={false}
        placeholder={'entity_name,jurisdiction\nImaginary Lanterns LLC,us-co'}
        {...invalidIf(problem, id)}
      >
        {value}
      </textarea>
      <ProblemWords problem={problem} id={id} />
    </label>
  );
}

/** The file comes last, so that the other fields are known before it arrives. */
function UploadForm({ to, children }: { to: string; children: ComponentChildren }) {
  return (
    <PostForm to={to} className="column" carriesFile>
      <Field
        name="max_credits"
        label="Maximum cost in credits (optional)"
        input={{ inputMode: 'numeric', maxLength: 15, autocomplete: 'off' }}
      />
      <Field
        name="webhook_url"
        label="Webhook URL (optional)"
        input={{ type: 'url', maxLength: MAX_WEBHOOK_URL_LENGTH, autocomplete: 'off' }}
      />
      <Box name="start">Start immediately, without confirming the maximum cost</Box>
      {children}
      <button class="first">Upload</button>
    </PostForm>
  );
}
