import { Get, Query } from '@nestjs/common';
import { ErasePersonalData } from '../../core/admin/erase-personal-data.js';
import {
  AdminAccounts,
  AuditTrail,
  type AccountEmails,
  type Admin,
  type RecordedAction,
} from '../../core/admin/ports.js';
import { parseId } from '../../core/ids.js';
import { notOfAPage } from '../../modules/http/answers/paging.js';
import { Form, form } from '../form-answers.js';
import { list, page } from '../page-answers.js';
import type { CsvTable } from '../csv-file.js';
import { Field } from '../pages/form.js';
import { Listing, TextField } from '../pages/listing.js';
import { Link, Moment, PostForm } from '../pages/parts.js';
import { PageAddress, type Fields } from '../read-form.js';
import { TextQuery } from '../short-list.js';
import { AccountFact } from './account-link.js';
import { Reason, REASON } from './reason.js';
import { CurrentAdmin, SupportPages } from './admin.hook.js';

const ADDRESS = new PageAddress(TextQuery);
const AUDIT_FILE: CsvTable<RecordedAction> = {
  name: 'audit',
  columns: {
    at: ({ at }) => at,
    action: ({ action }) => action,
    subject: ({ subject }) => subject,
    reason: ({ reason }) => reason,
    details: ({ details }) => JSON.stringify(details),
    admin_key: ({ admin }) => admin.keyFingerprint,
    ip: ({ admin }) => admin.ip,
    request_id: ({ admin }) => admin.requestId,
    admin_name: ({ admin }) => admin.name,
  },
};
const ERASURE = {
  read: ({ entity_id: given = '', ...rest }: Fields) => ({ given, ...REASON.read(rest) }),
};
/** Objects with a page of their own, by the prefix of their id. */
const PAGES: Readonly<Record<string, string>> = { job: 'jobs', bat: 'batches' };

/** The audit trail, and erasing the personal data of a record. */
@SupportPages('console/admin')
export class AdminAuditPagesController {
  constructor(
    private readonly audit: AuditTrail,
    private readonly accounts: AdminAccounts,
    private readonly erasePersonalData: ErasePersonalData,
  ) {}

  @Get(['audit', 'audit.csv'])
  trail() {
    return list({
      title: 'Audit trail',
      address: ADDRESS,
      csv: AUDIT_FILE,
      after: ({ cursor }) => numberIn(cursor),
      read: ({ text, limit }, before) => this.audit.list({ text, before, limit }),
      body: async (items) => {
        const emails = await this.accounts.emails(items.flatMap(({ subject }) => parseId('acc', subject) ?? []));
        return (
          <Listing
            to="/admin/audit"
            nothing={<p>No actions yet.</p>}
            caption="Admin actions, newest first"
            times="real"
            columns={['Time', 'Action', 'Object', 'Reason', 'Details', 'Administrator']}
            rows={items.map((entry) => [
              <Moment at={entry.at} />,
              entry.action,
              <Subject of={entry} emails={emails} />,
              entry.reason === undefined ? '–' : <span class="lines">{entry.reason}</span>,
              <Details of={entry.details} />,
              <Who admin={entry.admin} />,
            ])}
          >
            <TextField label="Contains" />
          </Listing>
        );
      },
    });
  }

  @Get('personal-data')
  show(@Query('entity_id') given: unknown) {
    const entityId = typeof given === 'string' ? given : '';
    const body = (
      <>
        <p>
          To honour an erasure request: removes officers and agents from the stored business and all of its snapshots,
          for every account and permanently.
        </p>
        <PostForm to="/admin/personal-data" className="column">
          <Field name="entity_id" label="Business" value={entityId} input={{ placeholder: 'ent_…', required: true }} />
          <Reason />
          <button class="danger">Erase personal data</button>
        </PostForm>
      </>
    );
    return page({ title: 'Personal data', narrow: true }, body);
  }

  @Form('personal-data')
  erase(@CurrentAdmin() admin: Admin) {
    return form({
      body: ERASURE,
      again: ({ entity_id: given }) => this.show(given),
      confirm: ({ given }) => ({
        question: `Erase the personal data of ${given}? This cannot be undone.`,
        button: 'Erase personal data',
        back: '/admin/audit',
      }),
      run: ({ given, reason }) => this.erasePersonalData.run(admin, parseId('ent', given.trim()), reason),
      next: '/admin/audit',
    });
  }
}

/** Values by name: `credits: 5`. */
function Details({ of }: { of: RecordedAction['details'] }) {
  const named = Object.entries(of);
  if (named.length === 0) return <>–</>;
  return (
    <ul>
      {named.map(([name, value]) => (
        <li key={name}>
          {name.replaceAll('_', ' ')}: {typeof value === 'string' ? value : JSON.stringify(value)}
        </li>
      ))}
    </ul>
  );
}

function Subject({ of: { subject }, emails }: { of: RecordedAction; emails: AccountEmails }) {
  const account = parseId('acc', subject);
  if (account) return <AccountFact id={account} emails={emails} />;
  const section = PAGES[subject.slice(0, 3)];
  return section ? <Link to={`/admin/${section}/${subject}`}>{subject}</Link> : <>{subject}</>;
}

/** Shows a key without a name by its fingerprint. */
function Who({ admin: { name, keyFingerprint, ip } }: Pick<RecordedAction, 'admin'>) {
  return (
    <>
      {name ?? <code>{keyFingerprint}</code>}
      <div class="hint">{name === undefined ? ip : `${keyFingerprint}, ${ip}`}</div>
    </>
  );
}

function numberIn(cursor: string | undefined): number | undefined {
  if (cursor === undefined) return undefined;
  if (!/^\d{1,15}$/.test(cursor)) throw notOfAPage();
  return Number(cursor);
}
