import type { EntityStatus, StandingHint } from '../../core/registries/record.js';
import { date, text } from '../../adapters/registries/http/fields.js';
import { part, type Json } from '../../adapters/registries/http/json.js';

/** Sole traders, who may leave the public register and stay in business. */
const PERSON = /^10/;
const LEFT = 'Zápis ve veřejném rejstříku zanikl';
const INSOLVENT = 'Zapsán v insolvenčním rejstříku';

/**
 * The public register decides for companies, the register of persons for all others. A company that
 * has left the public register and is still listed elsewhere may have ended or become something
 * else.
 */
export function statusOf(subject: Json, today: string): [EntityStatus, string | null] {
  const end = date(subject, 'datumZaniku');
  if (end !== null && end <= today) return ['dissolved', 'Zaniklý'];
  const stateIn = sourcesOf(subject);
  const states = ['Vr', 'Ros', 'Res'].map(stateIn);
  if (states.includes('AKTIVNI')) {
    if (hasLeftPublicRegister(subject)) return ['unknown', LEFT];
    if (isInsolvent(subject)) return ['active', INSOLVENT];
    return ['active', end === null ? 'Aktivní' : `Aktivní, zanikne ${end}`];
  }
  if (states.includes('ZANIKLY')) return ['dissolved', 'Zaniklý'];
  // Search results may omit the registrations. Only subjects that have not ended are listed.
  return part(subject, 'seznamRegistraci') === undefined ? ['active', null] : ['unknown', null];
}

export function hintOf(subject: Json): StandingHint | undefined {
  if (isInsolvent(subject)) return { goodStanding: false, because: 'It is entered in the insolvency register.' };
  if (!hasLeftPublicRegister(subject)) return undefined;
  return { goodStanding: false, because: 'Its entry in the public register has ended.' };
}

/** In the insolvency register, or in its predecessor, the records of bankrupts. */
function isInsolvent(subject: Json): boolean {
  return ['Ir', 'Ceu'].map(sourcesOf(subject)).includes('AKTIVNI');
}

function hasLeftPublicRegister(subject: Json): boolean {
  const hasEnded = ['ZANIKLY', 'HISTORICKY'].includes(sourcesOf(subject)('Vr') ?? '');
  return hasEnded && !PERSON.test(text(subject, 'pravniForma') ?? '');
}

/** Returns a reader of the subject's state in a source register, by the register's letters. */
function sourcesOf(subject: Json): (source: string) => string | null {
  const sources = part(subject, 'seznamRegistraci');
  return (source) => (sources ? text(sources, `stavZdroje${source}`) : null);
}
