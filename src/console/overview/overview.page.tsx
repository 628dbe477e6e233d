import type { LabelledUsage } from '../../core/accounts/read-usage.js';
import { inCredits, PRICES } from '../../core/billing/pricing.js';
import type { ReportedFact } from '../../core/watches/facts.js';
import type { ListedJob } from '../../core/verification/ports.js';
import { jobTable, type JobsLater } from '../jobs/jobs.page.js';
import { FactLink, FactMoment, FactWords } from '../monitoring/facts.page.js';
import { counted, Empty, Figures, Link, PostForm, Table } from '../pages/parts.js';
import { useView } from '../pages/view.js';
import { CreditsChart } from './credits-chart.js';

/** A business to start with. */
interface Sample {
  jurisdiction: string;
  name: string;
}

interface OverviewProps {
  usage: LabelledUsage;
  jobs: readonly ListedJob[];
  later: JobsLater;
  /** Latest changes, newest first. */
  facts: readonly ReportedFact[];
  /** The watches of `facts` that still exist. */
  watches: ReadonlySet<string>;
  sample: Sample | undefined;
}

export function OverviewPage({ usage: { totals, byDay }, jobs, later, facts, watches, sample }: OverviewProps) {
  const { visit, waiting } = useView();
  return (
    <>
      {waiting ? (
        <p class="note">
          <Link to="/review?decided=false">
            {waiting === 1 ? 'One unsure match waits' : `${counted(waiting)} unsure matches wait`} for a decision
          </Link>
        </p>
      ) : null}
      <Figures
        of={[
          ['Balance', <span data-live="credits">{counted(visit?.creditBalance ?? 0)}</span>, 'credits'],
          ['Spent in the last 30 days', counted(totals.creditsCharged - totals.creditsRefunded), 'credits'],
          ['Charged requests in the last 30 days', counted(totals.requests)],
        ]}
      />
      <h2>Credits by day</h2>
      {totals.requests === 0 ? <p>Nothing was charged in the last 30 days.</p> : <CreditsChart days={byDay} />}
      {facts.length === 0 ? null : (
        <>
          <h2>Latest changes</h2>
          <Table
            caption="Latest changes, newest first"
            times="watches"
            columns={['Date', 'Business', 'Change']}
            rows={facts.map((fact) => [
              <FactMoment fact={fact} />,
              <FactLink fact={fact} watches={watches} />,
              <FactWords fact={fact} />,
            ])}
          />
          <p class="screen">
            <Link to="/monitoring">All changes</Link>
          </p>
        </>
      )}
      <h2>Latest verifications</h2>
      {jobs.length === 0 ? (
        <First sample={sample} />
      ) : (
        <Table {...jobTable(jobs, later, 'Latest verifications, newest first')} />
      )}
    </>
  );
}

/** Offers the first verification with one click. */
function First({ sample }: { sample: Sample | undefined }) {
  if (!sample) {
    return (
      <Empty>
        <p>
          No verifications yet. <Link to="/verify">Verify your first business</Link>.
        </p>
      </Empty>
    );
  }
  return (
    <Empty>
      <p>
        No verifications yet. The sandbox has a business called <strong>{sample.name}</strong>: verify it to see an
        answer.
      </p>
      <PostForm to="/verify">
        <input type="hidden" name="entity_name" value={sample.name} />
        <input type="hidden" name="jurisdiction" value={sample.jurisdiction} />
        <button class="first">Verify it ({inCredits(PRICES.quick)})</button>
      </PostForm>
    </Empty>
  );
}
