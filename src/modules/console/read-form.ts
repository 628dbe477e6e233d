import { InputReader } from '../http/input/input.pipe.js';
import { fingerprint, requireIdempotencyKey } from '../http/request.js';
import { TOKEN_FIELD } from './session/form-token.js';

type Fields = Readonly<Record<string, string | undefined>>;

/** How the text of a field becomes a value of the body; `undefined` leaves it out. */
type Read = (text: string) => unknown;

/** A box that is not ticked is not sent. */
export const ticked: Read = () => true;
/** Left as text where it is no number, so that the validator can say so. */
export const number: Read = (text) => (/^-?\d+$/.test(text.trim()) ? Number(text) : text);

/** The names of ticked boxes that begin with this: `jurisdiction:us-co`. None is no limit. */
export function tickedOf(fields: Fields, start: string): string[] | undefined {
  const names = Object.keys(fields).flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : []));
  return names.length > 0 ? names : undefined;
}

/** The two fields of a budget; nothing typed is no budget. */
export function budgetIn(fields: Fields): { credits: unknown; every: string | undefined } | undefined {
  const { budget_credits: typed = '', budget_every: every } = fields;
  return typed.trim() === '' ? undefined : { credits: number(typed), every };
}

/** The field of a threshold; nothing typed is none. */
export function thresholdIn({ confirm_above: typed = '' }: Fields): { credits: unknown } | undefined {
  return typed.trim() === '' ? undefined : { credits: number(typed) };
}

/**
 * The body of a route of the API as a form of a page has it: the same shape, checked in the same
 * way. Empty fields are left out.
 */
export class FormBody<T extends object> {
  private readonly validator: InputReader;
  private readonly readers: ReadonlyMap<string, Read>;

  constructor(shape: new () => T, readers: Readonly<Record<string, Read>> = {}) {
    this.readers = new Map(Object.entries(readers));
    this.validator = InputReader.of(shape, 'body');
  }

  /** Throws `VALIDATION_ERROR`. */
  read(fields: Fields): T {
    return this.validator.read(this.given(fields)) as T;
  }

  /**
   * The same for a body that was put together from several fields; what is `undefined` is left out.
   * Throws `VALIDATION_ERROR`.
   */
  check(given: Readonly<Record<string, unknown>>): T {
    const there = Object.entries(given).filter(([, value]) => value !== undefined);
    return this.validator.read(Object.fromEntries(there)) as T;
  }

  private given(fields: Fields): Record<string, unknown> {
    // A field may have any name, `__proto__` too.
    return Object.fromEntries(
      Object.entries(fields).flatMap(([name, text = '']) =>
        OUR_OWN.has(name) || text.trim() === '' ? [] : [[name, this.readers.get(name)?.(text) ?? text]],
      ),
    );
  }
}

/** Makes pressing twice, and loading again, do a thing once: an Idempotency-Key. */
export const REPEAT_FIELD = 'repeat_key';
/** `yes` from the page that asked whether it is meant. */
export const CONFIRMED_FIELD = 'confirmed';
const OUR_OWN: ReadonlySet<string> = new Set([TOKEN_FIELD, REPEAT_FIELD, CONFIRMED_FIELD]);

/**
 * The Idempotency-Key of a form and of what was typed into it: a person who goes back, changes
 * something and sends it again means another request. `undefined` where it has none. Throws
 * `VALIDATION_ERROR` for one that the API would not take.
 */
export function repeatKey(fields: Fields): string | undefined {
  const { [REPEAT_FIELD]: key = '', [TOKEN_FIELD]: _token, ...typed } = fields;
  return key === '' ? undefined : requireIdempotencyKey(`${key} ${fingerprint('', typed)}`);
}

/**
 * A query of the API as the address of a page has it. Empty fields are left out, for a form sends
 * them all.
 */
export class PageAddress<T extends object> {
  private readonly validator: InputReader;

  constructor(shape: new () => T) {
    this.validator = InputReader.of(shape, 'query');
  }

  /** Throws `VALIDATION_ERROR`. */
  read(query: unknown): T {
    const given = Object.entries((query ?? {}) as Record<string, unknown>).filter(([, value]) => value !== '');
    return this.validator.read(Object.fromEntries(given)) as T;
  }
}
