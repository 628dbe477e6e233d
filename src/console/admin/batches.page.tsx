import type { AccountEmails, AdminBatch } from '../../core/admin/ports.js';
import { BATCH_STATUSES } from '../../core/batches/batch.js';
import type { ResultRow } from '../../core/batches/ports.js';
import type { LaterStanding } from '../../core/entities/later-standing.js';
import { Answer, AnswerChoice, EvidenceChoice } from '../batches/batch-rows.js';
import { BatchState, nameOf } from '../batches/batch.page.js';
import { StandingChoice, StandingSign } from '../pages/signs.js';
import { FilterChoice, Listing, TextField } from '../pages/listing.js';
import { counted, credits, Facts, Link, Moment, placeName, PostForm } from '../pages/parts.js';
import { AccountFact, AccountLink } from './account-link.js';
import { Reason } from './reason.js';

export type AdminRow = ResultRow & { refunded: boolean };

interface BatchesProps {
  emails: AccountEmails;
  batches: readonly AdminBatch[];
}

export function AdminBatchesPage({ emails, batches }: BatchesProps) {
  return (
    <Listing
      to="/admin/batches"
      nothing={<p>No files yet.</p>}
      caption="Batches, newest first"
      times="real"
      columns={['Batch', 'State', 'Rows', 'Charged', 'Account', 'Sent']}
      numbers={['Rows', 'Charged']}
      rows={batches.map(({ batch, accountId }) => [
        <Link to={`/admin/batches/${batch.id}`}>{nameOf(batch)}</Link>,
        <BatchState batch={batch} />,
        counted(batch.rows),
        counted(batch.creditsCharged),
        <AccountLink id={accountId} emails={emails} />,
        <Moment at={batch.createdAt} />,
      ])}
    >
      <FilterChoice name="status" label="State" values={BATCH_STATUSES} />
      <TextField name="account_id" label="Account ID" />
    </Listing>
  );
}

interface BatchProps extends AdminBatch {
  emails: AccountEmails;
  rows: readonly AdminRow[];
  /** The later standing of each of the rows, in their order. */
  later: readonly (LaterStanding | undefined)[];
}

export function AdminBatchPage({ batch, accountId, emails, rows, later }: BatchProps) {
  const page = `/admin/batches/${batch.id}`;
  return (
    <>
      <Facts
        of={[
          ['State', <BatchState batch={batch} />],
          [
            'Rows',
            `${counted(batch.rows)}, ${counted(batch.accepted)} to be asked, ${counted(batch.rejected)} rejected`,
          ],
          ['Charged at first', credits(batch.creditsCharged)],
          ['Tells', batch.webhookUrl],
          ['Sent', <Moment at={batch.createdAt} />],
          ['Started', batch.startedAt && <Moment at={batch.startedAt} />],
          ['Ended', batch.endedAt && <Moment at={batch.endedAt} />],
          ['Account', <AccountFact id={accountId} emails={emails} />],
          ['File', batch.fileName],
          ['Batch', <code>{batch.id}</code>],
        ]}
      />
      <h2>Rows</h2>
      <Listing
        to={page}
        csv={`${page}/rows.csv`}
        nothing={<p>The file has no rows.</p>}
        caption="Rows, in the order of the file"
        columns={['Line', 'Name', 'Jurisdiction', 'Answer', 'Standing', 'Official name', 'Charged', 'Refund']}
        numbers={['Charged']}
        rows={rows.map((row, place) => [
          counted(row.line),
          row.entityName,
          row.jurisdiction && placeName(row.jurisdiction),
          <Answer row={row} />,
          <StandingSign standing={row.standing} later={later[place]} />,
          row.officialName ?? '–',
          counted(row.creditsCharged),
          <RefundLink page={page} row={row} />,
        ])}
      >
        <TextField label="Name or custom ID" />
        <AnswerChoice />
        <StandingChoice />
        <EvidenceChoice />
      </Listing>
    </>
  );
}

function RefundLink({ page, row: { line, refunded, creditsCharged } }: { page: string; row: AdminRow }) {
  if (refunded) return <Link to={`${page}/rows/${line}`}>refunded</Link>;
  return creditsCharged > 0 ? <Link to={`${page}/rows/${line}`}>Refund line {line}</Link> : <>–</>;
}

export function AdminRowPage({ batch, accountId, emails, row }: AdminBatch & { emails: AccountEmails; row: AdminRow }) {
  const path = `/admin/batches/${batch.id}/rows/${row.line}`;
  const { entityId, refunded, creditsCharged } = row;
  return (
    <>
      <Facts
        of={[
          ['Answer', <Answer row={row} />],
          ['Official name', row.officialName],
          ['Status', row.status],
          ['Jurisdiction', row.jurisdiction],
          ['Tier', row.tier],
          ['Their own id', row.customId],
          ['Charged at first', credits(creditsCharged)],
          ['Refunded', refunded ? 'yes' : 'no'],
          [
            'Business',
            entityId && (
              <>
                <code>{entityId}</code>{' '}
                <Link to={`/admin/personal-data?entity_id=${entityId}`}>Erase personal data</Link>
              </>
            ),
          ],
          ['Line', counted(row.line)],
          ['Batch', <Link to={`/admin/batches/${batch.id}`}>{batch.id}</Link>],
          ['Account', <AccountFact id={accountId} emails={emails} />],
        ]}
      />
      {refunded || creditsCharged === 0 ? null : (
        <>
          <h2>Refund</h2>
          <PostForm to={`${path}/refund`} className="column">
            <Reason />
            <button class="danger">Refund the row</button>
          </PostForm>
        </>
      )}
    </>
  );
}
