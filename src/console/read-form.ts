import type { FastifyRequest } from 'fastify';
import { InputReader } from '../modules/http/input/input.pipe.js';
import { fingerprint, requireIdempotencyKey } from '../modules/http/request.js';

export type Fields = Readonly<Record<string, string | undefined>>;

/** Returns the fields that a form sent; none if it has no body. */
export function fieldsOf({ body }: FastifyRequest): Fields {
  return (body ?? {}) as Fields;
}

/** Converts the text of a field to a value of the body; `undefined` omits it. */
type Read = (text: string) => unknown;

/** Unticked boxes are not sent. */
export const ticked: Read = () => true;
/** A field for another purpose than the body. */
export const omitted: Read = () => undefined;
/** Stays a text if it is not a number, so that the validator can report it. */
export const number: Read = (text) => (/^-?\d+$/.test(text.trim()) ? Number(text) : text);

/**
 * Returns the suffixes of ticked boxes with this prefix: `us-co` for `jurisdiction:us-co`. No tick
 * means no limit.
 */
export function tickedOf(fields: Fields, start: string): string[] | undefined {
  const names = Object.keys(fields).flatMap((name) => (name.startsWith(start) ? [name.slice(start.length)] : []));
  return names.length > 0 ? names : undefined;
}

/** Returns `null`, no budget, if nothing was typed. */
export function budgetIn(fields: Fields): { credits: unknown; every: string | undefined } | null {
  const { budget_credits: typed = '', budget_every: every } = fields;
  return typed.trim() === '' ? null : { credits: number(typed), every };
}

/** Returns `null`, no threshold, if nothing was typed. */
export function thresholdIn({ confirm_above: typed = '' }: Fields): { credits: unknown } | null {
  return typed.trim() === '' ? null : { credits: number(typed) };
}

/**
 * Reads an API body from a console form, with the same shape and validation. Empty fields are
 * omitted.
 */
export class FormBody<T extends object> {
  private readonly validator: InputReader;

  /** `given`: readers by field, or what composes a body from several fields. */
  constructor(
    shape: new () => T,
    private readonly given: Readonly<Record<string, Read>> | ((fields: Fields) => object) = {},
  ) {
    this.validator = InputReader.of(shape, 'body');
  }

  /** Throws `VALIDATION_ERROR`. */
  read(fields: Fields): T {
    const { given } = this;
    const body = Object.entries(typeof given === 'function' ? given(fields) : readEach(fields, given));
    return this.validator.read(Object.fromEntries(body.filter(([, value]) => value !== undefined))) as T;
  }
}

function readEach(fields: Fields, readers: Readonly<Record<string, Read>>): object {
  const typed = typedIn(fields).filter(([, text]) => text.trim() !== '');
  // A field may have any name, even `__proto__`.
  return Object.fromEntries(
    typed.map(([name, text]) => [name, Object.hasOwn(readers, name) ? readers[name]?.(text) : text]),
  );
}

/** An Idempotency-Key, so that double clicks and reloads take effect once. */
export const REPEAT_FIELD = 'repeat_key';
/** `yes` from the confirmation page. */
export const CONFIRMED_FIELD = 'confirmed';
const OUR_OWN: ReadonlySet<string> = new Set([REPEAT_FIELD, CONFIRMED_FIELD]);

/** Returns the fields without those that every form has. */
export function typedIn(fields: Fields): [name: string, text: string][] {
  return Object.entries(fields).flatMap(([name, text = '']) => (OUR_OWN.has(name) ? [] : [[name, text]]));
}

/**
 * Returns the Idempotency-Key of a form and its input: going back, changing a field and sending
 * again is a new request. `undefined` if the form has none. Throws `VALIDATION_ERROR` for a key
 * that the API does not accept.
 */
export function repeatKey(fields: Fields): string | undefined {
  const { [REPEAT_FIELD]: key = '', ...typed } = fields;
  return key === '' ? undefined : requireIdempotencyKey(`${key} ${fingerprint('', typed)}`);
}

/** Reads an API query from a page's URL. Empty fields are omitted, because forms send them all. */
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
