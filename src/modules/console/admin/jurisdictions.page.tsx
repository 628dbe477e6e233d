import type { MirrorEdition } from '../../../core/admin/ports.js';
import type { JurisdictionState } from '../../../core/registries/jurisdictions.js';
import { counted, Facts, Link, Moment, PostForm, Table } from '../pages/parts.js';
import { Reason } from './admin-forms.js';

/** How a register has been answering lately, in the colours of an answer. */
const BREAKER = { operational: 'found', degraded: 'unsure', down: 'unreachable' } as const;

export function JurisdictionsPage(props: { states: readonly JurisdictionState[]; mirrors: readonly MirrorEdition[] }) {
  const { states, mirrors } = props;
  return (
    <>
      <Table
        caption="Jurisdictions"
        columns={['Jurisdiction', 'Code', 'In service', 'Its register answers', 'As of']}
        rows={states.map((state) => [
          <Link to={`/admin/jurisdictions/${state.jurisdiction.code}`}>{state.jurisdiction.name}</Link>,
          <code>{state.jurisdiction.code}</code>,
          <Service state={state} />,
          <Breaker state={state} />,
          state.asOf ?? '–',
        ])}
      />
      <h2>Mirrored registers</h2>
      {mirrors.length === 0 ? (
        <p>No edition was imported yet.</p>
      ) : (
        <Table
          caption="The editions that answer now"
          columns={['Jurisdiction', 'Date of the file', 'Businesses', 'Imported']}
          numbers={['Businesses']}
          rows={mirrors.map(({ jurisdiction, sandbox, asOf, rows, importedAt }) => [
            sandbox ? `${jurisdiction}, sandbox` : jurisdiction,
            asOf,
            counted(rows),
            <Moment at={importedAt} />,
          ])}
        />
      )}
    </>
  );
}

function Service({ state: { unavailableReason } }: { state: JurisdictionState }) {
  return unavailableReason === undefined ? (
    <span class="state found">active</span>
  ) : (
    <span class="state absent">unavailable</span>
  );
}

function Breaker({ state: { sourceStatus } }: { state: JurisdictionState }) {
  return <span class={`state ${BREAKER[sourceStatus]}`}>{sourceStatus}</span>;
}

export function JurisdictionPage({ state }: { state: JurisdictionState }) {
  const { jurisdiction, unavailableReason, asOf } = state;
  const { code, source, tiers, coverage } = jurisdiction;
  return (
    <>
      <Facts
        of={[
          ['In service', <Service state={state} />],
          ['Why not', unavailableReason],
          ['Its register answers', <Breaker state={state} />],
          ['Register', source.name],
          ['Tiers', tiers.join(', ')],
          ['Coverage', coverage.replaceAll('_', ' ')],
          ['As of', asOf],
          ['Code', <code>{code}</code>],
        ]}
      />
      <h2>{unavailableReason === undefined ? 'Take it out of service' : 'Put it back into service'}</h2>
      <PostForm to={`/admin/jurisdictions/${code}`} className="column">
        <input type="hidden" name="active" value={unavailableReason === undefined ? 'no' : 'yes'} />
        <Reason />
        <button class={unavailableReason === undefined ? 'danger' : undefined}>
          {unavailableReason === undefined ? 'Take it out' : 'Put it back'}
        </button>
      </PostForm>
    </>
  );
}
