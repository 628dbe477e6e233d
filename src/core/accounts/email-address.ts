import { invalid } from '../invalid-request.js';

/** RFC 5321, section 4.5.3.1: what a mail server has to take. */
export const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;
const MAX_HOST_LABEL_LENGTH = 63;
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/**
 * The normal form of one mailbox's address (trimmed, lower case), or `undefined` when the text is
 * anything else: a list, a name with an address in angle brackets, a quoted local part, a host
 * without a dot. Every entrance reads addresses here, and only the normal form is stored, compared
 * and handed to the mail server.
 */
export function readEmail(given: string): string | undefined {
  const email = given.trim().toLowerCase();
  const at = email.lastIndexOf('@');
  if (email.length > MAX_EMAIL_LENGTH || at < 1 || at > MAX_LOCAL_PART_LENGTH) return undefined;
  const labels = email.slice(at + 1).split('.');
  const isHost =
    labels.length > 1 && labels.every((label) => label.length <= MAX_HOST_LABEL_LENGTH && LABEL.test(label));
  return isHost && LOCAL_PART.test(email.slice(0, at)) ? email : undefined;
}

/**
 * The address that free credits are granted to: without the `+tag` that many mail servers ignore.
 * `email` is in its normal form.
 */
export function withoutTag(email: string): string {
  return email.replace(/^([^+@]+)\+[^@]*@/, '$1@');
}

/** The normal form; throws `VALIDATION_ERROR` where there is none. */
export function requireEmail(given: string, location: 'body' | 'query' = 'body'): string {
  const email = readEmail(given);
  if (email === undefined) throw invalid(location, 'email', 'must be an e-mail address');
  return email;
}
