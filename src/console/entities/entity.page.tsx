import { inCredits, PRICES } from '../../core/billing/pricing.js';
import type { LaterStanding } from '../../core/entities/later-standing.js';
import type { EntityView } from '../../core/entities/read-entity.js';
import type { History } from '../../core/entities/read-history.js';
import type { Changes } from '../../core/entities/snapshot.js';
import { verifiedEntity } from '../../core/entities/verified-entity.js';
import { FACTS } from '../../modules/entities/entity-data.response.js';
import { DeepFacts, NONE } from '../verify/deep-facts.js';
import { Facts, Link, Moment, PostForm, counted } from '../pages/parts.js';
import { FactTimeline } from '../monitoring/facts.page.js';
import type { ReportedFact } from '../../core/watches/facts.js';
import type { Watch } from '../../core/watches/watch.js';
import { WatchForm } from '../watches/watches.page.js';
import { StandingVerdict } from '../pages/signs.js';
import { RecordFacts } from '../verify/verdict.js';

interface EntityProps {
  view: EntityView;
  later: LaterStanding | undefined;
  watching: { watch: Watch | undefined; facts: readonly ReportedFact[] };
  history?: History | undefined;
}

/** The record as this account may see it; `history` is set once it is paid for. */
export function EntityPage({ view, later, watching: { watch, facts }, history }: EntityProps) {
  const { entity, tier, match } = view;
  const data = verifiedEntity(entity, tier, match);
  const again = new URLSearchParams({
    entity_name: data.entityName,
    jurisdiction: data.jurisdiction,
    jurisdiction_id: data.jurisdictionId,
  });
  return (
    <>
      <StandingVerdict data={data} later={later} />
      <RecordFacts data={data} />
      {data.details ? <DeepFacts of={data.details} /> : null}
      <ul class="plain">
        <li>
          <Link to={`/verify?${again.toString()}`}>Verify again</Link>
        </li>
      </ul>
      {watch ? (
        <p>
          <span class="state good">watched</span> <Link to={`/watches/${watch.id}`}>Open the watch</Link>
        </p>
      ) : (
        <>
          <h2>Watch this business</h2>
          <p>Standing checks the register regularly and lists changes under Monitoring.</p>
          <details>
            <summary>Set up a watch</summary>
            <WatchForm entityId={entity.id} />
          </details>
        </>
      )}
      {watch || facts.length > 0 ? (
        <>
          <h2>Changes found</h2>
          <FactTimeline facts={facts} />
        </>
      ) : null}
      <h2>History</h2>
      {history ? (
        <Timeline history={history} />
      ) : entity.snapshots < 2 ? (
        <p>One snapshot of this record is stored, so there is nothing to compare yet.</p>
      ) : (
        <>
          <p>{counted(entity.snapshots)} snapshots of this record are stored.</p>
          <PostForm to={`/entities/${entity.id}/history`}>
            <button>Show what changed ({inCredits(PRICES.history)})</button>
          </PostForm>
        </>
      )}
    </>
  );
}

/** Snapshots, newest first, each with its changes. */
function Timeline({ history: { items, total } }: { history: History }) {
  return (
    <>
      <p>
        {counted(items.length)} of {counted(total)} snapshots, newest first.
      </p>
      <ol class="timeline">
        {items.map(({ id, verifiedAt, tier, changes }) => (
          <li key={id}>
            <h3>
              <Moment at={verifiedAt} /> ({tier})
            </h3>
            <ChangeList changes={changes} />
          </li>
        ))}
      </ol>
    </>
  );
}

function ChangeList({ changes }: { changes: Changes | undefined }) {
  if (!changes) return <p>First snapshot.</p>;
  if (changes.fields.length === 0) return <p>No changes.</p>;
  return (
    <Facts
      of={changes.fields.map((changed) => {
        const [field, valueIn] = FACTS[changed];
        return [
          field.replaceAll('_', ' '),
          `${shown(valueIn(changes.before))} → ${shown(valueIn(changes.after))}`,
        ] as const;
      })}
    />
  );
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return NONE;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
