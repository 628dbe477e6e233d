import { type Found, STANDINGS, standingSign, type Standing } from '../../core/entities/verified-entity.js';
import { Choice } from './parts.js';

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

export function StandingSign({ standing }: { standing: Standing | undefined }) {
  if (standing === undefined) return <>–</>;
  return <span class={`state ${STANDING_TONES[standing]}`}>{STANDING_WORDS[standing]}</span>;
}

export function StandingChoice({ chosen }: { chosen: Standing | undefined }) {
  const values = STANDINGS.map((each) => [each, STANDING_WORDS[each]] as const);
  return <Choice name="standing" label="Standing" any="any" chosen={chosen} values={values} />;
}

/** The page of a found business: its status is the title, its standing the colour. */
export function StandingVerdict({ data, words }: { data: Found['data']; words: string }) {
  const sign = standingSign(data);
  return (
    <div class={`verdict ${STANDING_TONES[sign]}`}>
      <strong>{STANDING_WORDS[sign]}</strong>
      <p>{words}</p>
    </div>
  );
}
