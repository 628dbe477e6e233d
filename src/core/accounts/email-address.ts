import { invalid } from '../invalid-request.js';

/** RFC 5321, section 4.5.3.1: the maximum a mail server must accept. */
export const MAX_EMAIL_LENGTH = 254;
const MAX_LOCAL_PART_LENGTH = 64;
const MAX_HOST_LABEL_LENGTH = 63;
const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;

/**
 * Returns the normal form of one mailbox's address (trimmed, lower case), or `undefined` for
 * anything else: a list, a name with an address in angle brackets, a quoted local part, a host
 * without a dot. Every entry point reads addresses here, and only the normal form is stored,
 * compared and passed to the mail server.
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
 * Removes the `+tag`, which many mail servers ignore, so that free credits are granted once per
 * mailbox. `email` is in its normal form.
 */
export function withoutTag(email: string): string {
  return email.replace(/^([^+@]+)\+[^@]*@/, '$1@');
}

/** Returns the normal form; throws `VALIDATION_ERROR` for an invalid address. */
export function requireEmail(given: string): string {
  const email = readEmail(given);
  if (email === undefined) throw invalid('email', 'must be an e-mail address');
  return email;
}
