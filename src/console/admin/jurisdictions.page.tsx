import type { MirrorEdition } from '../../core/admin/ports.js';
import { triedAgainst, type JurisdictionState } from '../../core/registries/jurisdictions.js';
import { Listing, TextField } from '../pages/listing.js';
import { counted, Facts, Link, Moment, PostForm } from '../pages/parts.js';
import { Reason } from './reason.js';

/** The state of a register in the colours of an answer. */
const BREAKER = { operational: 'good', degraded: 'warning', down: 'bad' } as const;

const TRIED = {
  description: 'its description alone',
  recordings: 'recorded answers',
  live: 'the register itself, here',
} as const;

export function JurisdictionsPage({ states }: { states: readonly JurisdictionState[] }) {
  return (
    <>
      <p>
        <Link to="/admin/mirrors">Editions of the mirrored registers</Link>
      </p>
      <Listing
        to="/admin/jurisdictions"
        nothing={<p>No jurisdictions match.</p>}
        caption="Jurisdictions"
        columns={['Jurisdiction', 'Code', 'In service', 'Its register answers', 'As of', 'Last probe']}
        rows={states.map((state) => [
          <Link to={`/admin/jurisdictions/${state.jurisdiction.code}`}>{state.jurisdiction.name}</Link>,
          <code>{state.jurisdiction.code}</code>,
          <Service state={state} />,
          <RegisterState state={state} />,
          state.asOf ?? '–',
          <LastProbe state={state} />,
        ])}
      >
        <TextField label="Contains" />
      </Listing>
    </>
  );
}

export function MirrorsPage({ mirrors }: { mirrors: readonly MirrorEdition[] }) {
  return (
    <Listing
      to="/admin/mirrors"
      nothing={<p>No editions imported yet.</p>}
      caption="Editions in use"
      times="real"
      columns={['Jurisdiction', 'Date of the file', 'Businesses', 'Imported']}
      numbers={['Businesses']}
      rows={mirrors.map(({ jurisdiction, sandbox, asOf, rows, importedAt }) => [
        sandbox ? `${jurisdiction}, sandbox` : jurisdiction,
        asOf,
        counted(rows),
        <Moment at={importedAt} />,
      ])}
    >
      <TextField label="Contains" />
    </Listing>
  );
}

export function Service({ state: { unavailableReason } }: { state: JurisdictionState }) {
  return unavailableReason === undefined ? (
    <span class="state good">active</span>
  ) : (
    <span class="state grey">unavailable</span>
  );
}

/** The recent state of the register, as this process sees it. */
export function RegisterState({ state: { sourceStatus } }: { state: JurisdictionState }) {
  return <span class={`state ${BREAKER[sourceStatus]}`}>{sourceStatus}</span>;
}

const VERDICTS = {
  as_expected: ['good', 'as expected'],
  drifted: ['bad', 'drifted'],
  unreachable: ['warning', 'unreachable'],
} as const;

function LastProbe({ state: { lastProbe } }: { state: JurisdictionState }) {
  if (!lastProbe) return <>never</>;
  const [colour, words] = VERDICTS[lastProbe.verdict];
  return (
    <>
      <span class={`state ${colour}`}>{words}</span> <Moment at={lastProbe.at} />
    </>
  );
}

export function JurisdictionPage({ state }: { state: JurisdictionState }) {
  const { jurisdiction, unavailableReason, switchedOff, asOf, lastProbe } = state;
  const { code, source, tiers, coverage } = jurisdiction;
  return (
    <>
      <Facts
        of={[
          ['In service', <Service state={state} />],
          ['Why not', unavailableReason],
          ['Its register answers', <RegisterState state={state} />],
          ['Register', source.name],
          ['Tiers', tiers.join(', ')],
          ['Coverage', coverage.replaceAll('_', ' ')],
          ['As of', asOf],
          ['Last probe', <LastProbe state={state} />],
          ['What differed', lastProbe?.fields.join('; ')],
          [
            'Mean time of its answers',
            lastProbe?.answerMs === undefined ? undefined : `${counted(lastProbe.answerMs)} ms`,
          ],
          ['Tried against', TRIED[triedAgainst(state)]],
          ['Code', <code>{code}</code>],
        ]}
      />
      <h2>{switchedOff ? 'Put back into service' : 'Take out of service'}</h2>
      <PostForm to={`/admin/jurisdictions/${code}`} className="column">
        <input type="hidden" name="active" value={switchedOff ? 'yes' : 'no'} />
        <Reason />
        <button class={switchedOff ? undefined : 'danger'}>
          {switchedOff ? 'Put back into service' : 'Take out of service'}
        </button>
      </PostForm>
    </>
  );
}
