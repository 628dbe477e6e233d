import { MAIL_RHYTHMS, type MailRhythm } from '../../core/watches/mails/ports.js';
import type { ReportedFact } from '../../core/watches/facts.js';
import type { Columns } from '../csv-file.js';
import { Listing, TextField } from '../pages/listing.js';
import { Choice, Link, PostForm } from '../pages/parts.js';
import { useView } from '../pages/view.js';
import { FactLink, FactMoment, FactWords } from './facts.page.js';

export const FACT_COLUMNS: Columns<ReportedFact> = {
  event_id: ({ id }) => id,
  at: ({ createdAt }) => createdAt,
  event: ({ type }) => type,
  entity_id: ({ entityId }) => entityId,
  entity_name: ({ entityName }) => entityName,
  watch_id: ({ watchId }) => watchId,
  body: ({ body }) => JSON.stringify(body),
};

const RHYTHM_WORDS: Readonly<Record<MailRhythm, string>> = { at_once: 'immediately', daily: 'once a day' };
/** Steps by which buttons move the sandbox clock. */
export const MOVES: Readonly<Record<string, readonly [words: string, days: number]>> = {
  '1d': ['a day', 1],
  '7d': ['a week', 7],
  '30d': ['30 days', 30],
};

interface MonitoringProps {
  facts: readonly ReportedFact[];
  /** The watches of `facts` that still exist. */
  watches: ReadonlySet<string>;
  rhythm: MailRhythm | undefined;
}

export function MonitoringPage({ facts, watches, rhythm }: MonitoringProps) {
  const { visit } = useView();
  return (
    <>
      <p>
        Changes that your watches found. <Link to="/watches">See all watches</Link>.
      </p>
      <Listing
        to="/monitoring"
        nothing={
          <p>
            No changes so far. <Link to="/entities">Choose a business</Link> and watch it: changes to its record are
            listed here.
          </p>
        }
        caption="Changes, newest first"
        times="watches"
        columns={['Date', 'Business', 'Change']}
        rows={facts.map((fact) => [
          <FactMoment fact={fact} />,
          <FactLink fact={fact} watches={watches} />,
          <FactWords fact={fact} />,
        ])}
      >
        <TextField label="Business" />
      </Listing>
      <h2>Notifications by e-mail</h2>
      <p>Sent to {visit?.email}.</p>
      <PostForm to="/monitoring/mail">
        <Choice
          name="every"
          label="E-mail me changes"
          chosen={rhythm ?? ''}
          any="never"
          values={MAIL_RHYTHMS.map((each) => [each, RHYTHM_WORDS[each]] as const)}
        />
        <button>Save</button>
      </PostForm>
      <ClockForm />
    </>
  );
}

/**
 * The sandbox clock stands still until someone moves it; then registers change and watches check.
 */
function ClockForm() {
  const { sandboxTime } = useView();
  if (sandboxTime === undefined) return null;
  return (
    <section id="clock">
      <h2>Sandbox clock</h2>
      <p>
        The clock stands still until someone moves it. Moving it runs every check that falls due, at its price, for
        everyone who shares this sandbox.
      </p>
      <PostForm to="/monitoring/clock">
        {Object.entries(MOVES).map(([by, [words]]) => (
          <button key={by} name="by" value={by}>
            Move forward by {words}
          </button>
        ))}
      </PostForm>
    </section>
  );
}
