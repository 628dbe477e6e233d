import type { FailingWebhook, RegisterRecord, ServiceTotals, WaitingWork } from '../../core/admin/overview.js';
import type { AccountEmails } from '../../core/admin/ports.js';
import type { JurisdictionState } from '../../core/registries/jurisdictions.js';
import { JOB_STATUSES } from '../../core/verification/job.js';
import { Choice, counted, Figures, FilterForm, Link, Moment, Table } from '../pages/parts.js';
import { AccountLink } from './account-link.js';
import { RegisterState, Service } from './jurisdictions.page.js';
import { PERIODS } from './admin.dto.js';

const PERIOD_WORDS = { '1': 'the last 24 hours', '7': 'the last 7 days', '30': 'the last 30 days' } as const;

interface RegisterHealth {
  state: JurisdictionState;
  /** `undefined` if it was never asked. */
  record: RegisterRecord | undefined;
}

interface OverviewProps {
  days: (typeof PERIODS)[number];
  since: Date;
  totals: ServiceTotals;
  waiting: readonly WaitingWork[];
  webhooks: readonly FailingWebhook[];
  /** Of the receivers' accounts. */
  emails: AccountEmails;
  registers: readonly RegisterHealth[];
}

export function AdminOverviewPage({ days, since, totals, waiting, webhooks, emails, registers }: OverviewProps) {
  return (
    <>
      <FilterForm to="/admin">
        <Choice
          name="days"
          label="Period"
          chosen={days}
          values={PERIODS.map((each) => [each, PERIOD_WORDS[each]] as const)}
        />
        <button>Show</button>
      </FilterForm>
      <Totals totals={totals} since={since} />
      <h2>Waiting</h2>
      <Waiting work={waiting} />
      <FailingWebhooks webhooks={webhooks} emails={emails} />
      <h2>Registers</h2>
      <Registers registers={registers} />
    </>
  );
}

function Totals({ totals, since }: Pick<OverviewProps, 'totals' | 'since'>) {
  const { accounts, balances, jobs, credits, isPartial } = totals;
  const from = since.toISOString().slice(0, 10);
  return (
    <>
      {isPartial ? <p class="note">Too many to count at once: these are the most recent.</p> : null}
      <Figures
        of={[
          ['Accounts', <Link to="/admin/accounts">{counted(accounts)}</Link>],
          ['In balances', counted(balances), 'credits'],
          ['Sold', counted(credits.purchase), 'credits'],
          ['Charged', counted(Math.abs(credits.charge)), 'credits'],
          ['Refunded', counted(credits.refund), 'credits'],
          ['Granted', counted(credits.grant), 'credits'],
          ['Adjusted', counted(credits.adjustment), 'credits'],
        ]}
      />
      <h2>Jobs</h2>
      <Figures
        of={JOB_STATUSES.map((status) => [
          status,
          <Link to={`/admin/jobs?status=${status}&from=${from}`}>{counted(jobs[status])}</Link>,
        ])}
      />
    </>
  );
}

const WORK = { retrieval: 'Questions to registers', delivery: 'Webhooks' } as const;

function Waiting({ work }: { work: OverviewProps['waiting'] }) {
  return (
    <Figures
      of={work.map(({ kind, waiting, oldestSeconds }) => [
        WORK[kind],
        counted(waiting),
        waiting === 0 ? undefined : `the oldest for ${seconds(oldestSeconds)}`,
      ])}
    />
  );
}

function FailingWebhooks({ webhooks, emails }: Pick<OverviewProps, 'webhooks' | 'emails'>) {
  if (webhooks.length === 0) return <p>No webhooks are failing.</p>;
  return (
    <Table
      caption="Receivers that take no webhooks"
      columns={['Receiver', 'Account', 'Being retried', 'Failed']}
      numbers={['Being retried', 'Failed']}
      rows={webhooks.map(({ destination, accountId, waiting, failed }) => [
        destination,
        <AccountLink id={accountId} emails={emails} />,
        counted(waiting),
        counted(failed),
      ])}
    />
  );
}

function Registers({ registers }: { registers: OverviewProps['registers'] }) {
  return (
    <Table
      caption="How each register answered the latest questions"
      times="real"
      columns={['Register', 'Service', 'Circuit', 'Last answer', 'Last failure', 'Unreachable', 'Median time']}
      numbers={['Unreachable', 'Median time']}
      rows={registers.map(({ state, record }) => [
        <Link to={`/admin/jurisdictions/${state.jurisdiction.code}`}>{state.jurisdiction.name}</Link>,
        <Service state={state} />,
        <RegisterState state={state} />,
        <Moment at={record?.lastAnswerAt} />,
        <Moment at={record?.lastFailureAt} />,
        record && record.asked > 0 ? share(record) : '–',
        record?.medianSeconds === undefined ? '–' : seconds(record.medianSeconds),
      ])}
    />
  );
}

/** `2 of 80 (3%)`. A share above zero is never shown as zero. */
function share({ unreachable, asked }: RegisterRecord): string {
  const percent = Math.ceil((100 * unreachable) / asked);
  return `${counted(unreachable)} of ${counted(asked)} (${percent}%)`;
}

function seconds(value: number): string {
  if (value < 10) return `${value.toFixed(1)} s`;
  if (value < 120) return `${counted(Math.round(value))} s`;
  return value < 7_200 ? `${counted(Math.round(value / 60))} min` : `${counted(Math.round(value / 3_600))} h`;
}
