import type { LaterStanding } from '../../core/entities/later-standing.js';
import { type Found, STANDINGS, standingSign, type Standing } from '../../core/entities/verified-entity.js';
import { FilterChoice } from './listing.js';
import { Link, Moment } from './parts.js';
import { useView } from './view.js';

/** The part of an answer about who is meant. */
export type Identity =
  'found' | 'unsure' | 'absent' | 'unreachable' | 'no_verdict' | 'pending' | 'refunded' | 'rejected';

/** In ink: colour belongs to the standing. */
export function IdentitySign({ identity, words }: { identity: Identity; words: string }) {
  return <span class={`state identity ${identity}`}>{words}</span>;
}

export const STANDING_WORDS: Readonly<Record<Standing, string>> = {
  good: 'In good standing',
  not_stated: 'Not stated',
  not_good: 'Not in good standing',
  ended: 'Ended',
};

/** The colour of a standing, of the sign and of the page that it is about. */
export const STANDING_TONES: Readonly<Record<Standing, string>> = {
  good: 'good',
  not_stated: 'grey',
  not_good: 'warning',
  ended: 'bad',
};

/** Something else is known since: the sign tells how it was, so it has no colour. */
const OUTDATED = STANDING_TONES.not_stated;

interface SignProps {
  standing: Standing | undefined;
  later: LaterStanding | undefined;
}

export function StandingSign({ standing, later }: SignProps) {
  if (standing === undefined) return <>–</>;
  return (
    <>
      <span class={`state ${later ? OUTDATED : STANDING_TONES[standing]}`}>{STANDING_WORDS[standing]}</span>
      {later ? (
        <span class="hint">
          {' '}
          <SinceThen of={later} />
        </span>
      ) : null}
    </>
  );
}

const LATER_WORDS: Readonly<Record<LaterStanding['standing'], string | undefined>> = {
  good: 'in good standing',
  not_stated: 'good standing is not stated',
  not_good: 'not in good standing',
  ended: undefined,
  gone: 'no longer listed',
};

function SinceThen({ of: { entityId, standing, status, at } }: { of: LaterStanding }) {
  const { path, visit } = useView();
  const page = `/entities/${entityId}`;
  const words = LATER_WORDS[standing] ?? status;
  return (
    <>
      Since then: {visit && path !== page ? <Link to={page}>{words}</Link> : words}
      {at ? (
        <>
          {' '}
          (<Moment at={at} />)
        </>
      ) : null}
    </>
  );
}

export function StandingChoice() {
  return <FilterChoice name="standing" label="Standing" values={STANDINGS} words={(each) => STANDING_WORDS[each]} />;
}

interface StatedProps {
  data: Found['data'];
  later: LaterStanding | undefined;
}

/** The page of a found business: its status is the title, its standing the colour. */
export function StandingVerdict({ data, later }: StatedProps) {
  const sign = standingSign(data);
  return (
    <div class={`verdict ${later ? OUTDATED : STANDING_TONES[sign]}`}>
      <strong>
        {STANDING_WORDS[sign]}
        {later ? ' then' : null}
      </strong>
      <p>
        <StatedStanding data={data} />
      </p>
      {later ? (
        <p>
          <SinceThen of={later} />
        </p>
      ) : null}
    </div>
  );
}

/** Standing in a sentence, with its date: stated by the register, inferred, or unknown. */
export function StatedStanding({ data }: Pick<StatedProps, 'data'>) {
  const { status, source } = data;
  return (
    <>
      On <Moment at={source.retrievedAt} /> {stated(data)} Its legal status was{' '}
      {status === 'unknown' ? 'not known' : status}.
    </>
  );
}

function stated({ goodStanding, standingHint, standingBasis }: Found['data']): string {
  const about = standingBasis === 'tax' ? 'in good standing for tax' : 'in good standing';
  if (goodStanding !== null) return `the register stated that it was ${goodStanding ? '' : 'not '}${about}.`;
  if (!standingHint) return 'the register stated nothing about good standing.';
  const inferred = standingHint.goodStanding ? 'probably' : 'probably not';
  return `the register did not state it; it was ${inferred} in good standing: ${standingHint.because}`;
}
