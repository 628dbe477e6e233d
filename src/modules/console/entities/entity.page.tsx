import { randomUUID } from 'node:crypto';
import { inCredits, PRICES } from '../../../core/billing/pricing.js';
import type { EntityView } from '../../../core/entities/read-entity.js';
import type { History } from '../../../core/entities/read-history.js';
import type { Changes } from '../../../core/entities/snapshot.js';
import { verifiedEntity } from '../../../core/entities/verified-entity.js';
import type { Address, RecordDetails } from '../../../core/registries/record.js';
import { FACTS } from '../../entities/entity-data.response.js';
import { Facts, Link, Moment, PostForm, Table, counted } from '../pages/parts.js';
import { REPEAT_FIELD } from '../read-form.js';
import { WatchForm } from '../watches/watches.page.js';
import { RecordFacts, standing } from '../verify/verdict.js';

/** The record as this account may see it; `history` once it was paid for. */
export function EntityPage({ view: { entity, tier, match }, history }: { view: EntityView; history?: History }) {
  const data = verifiedEntity(entity, tier, match);
  const again = new URLSearchParams({
    entity_name: data.entityName,
    jurisdiction: data.jurisdiction,
    jurisdiction_id: data.jurisdictionId,
  });
  return (
    <>
      <div class="verdict found">
        <strong>{data.status === 'unknown' ? 'Registered' : data.status}</strong>
        <p>{standing(data)}</p>
      </div>
      <RecordFacts data={data} />
      {data.details ? <Details of={data.details} /> : null}
      <ul class="plain">
        <li>
          <Link to={`/verify?${again.toString()}`}>Verify it again</Link>
        </li>
      </ul>
      <h2>Watch it</h2>
      <p>The register is checked regularly, and you are notified of changes.</p>
      <details>
        <summary>Set up a watch</summary>
        <WatchForm entityId={entity.id} />
      </details>
      <h2>What changed</h2>
      {history ? (
        <Timeline history={history} />
      ) : (
        <>
          <p>
            {entity.snapshots === 1
              ? 'One state of this record is stored.'
              : `${counted(entity.snapshots)} states of this record are stored.`}
          </p>
          <PostForm to={`/entities/${entity.id}/history`}>
            <input type="hidden" name={REPEAT_FIELD} value={randomUUID()} />
            <button>Show what changed ({inCredits(PRICES.history)})</button>
          </PostForm>
        </>
      )}
    </>
  );
}

function Details({ of }: { of: RecordDetails }) {
  const { registeredAgent, officers, principalAddress, filingHistorySummary: filings } = of;
  return (
    <>
      <h2>In depth</h2>
      <Facts
        of={[
          ['Registered agent', registeredAgent ? inLine([registeredAgent.name, lines(registeredAgent.address)]) : NONE],
          ['Principal address', principalAddress ? lines(principalAddress) : NONE],
          ['Filings', filings ? inLine([filings.totalFilings, filings.lastFilingDate]) : NONE],
        ]}
      />
      {officers && officers.length > 0 ? (
        <Table
          caption="Officers"
          columns={['Name', 'Office', 'Until']}
          rows={officers.map(({ name, title, endDate }) => [name, title ?? '–', endDate ?? '–'])}
        />
      ) : null}
      {filings && filings.recentFilings.length > 0 ? (
        <Table
          caption="Latest filings"
          columns={['Date', 'Filed']}
          rows={filings.recentFilings.map(({ date, type }) => [date ?? '–', type ?? '–'])}
        />
      ) : null}
    </>
  );
}

const NONE = 'not published';

function lines(address: Address | null): string {
  if (!address) return '';
  const { line1, line2, city, region, postalCode, country } = address;
  return inLine([line1, line2, city, region, postalCode, country]);
}

function inLine(parts: readonly (string | number | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(', ');
}

/** States of the record, the newest first, each with what differs from the one before. */
function Timeline({ history: { items, total } }: { history: History }) {
  return (
    <>
      <p>
        {counted(items.length)} of {counted(total)} stored states, the newest first.
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
  if (!changes) return <p>The first stored state.</p>;
  if (changes.fields.length === 0) return <p>Nothing changed.</p>;
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
