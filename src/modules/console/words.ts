import type { ConsoleArea } from './session/cookies.js';
import type { AppError, ErrorCode } from '../../core/errors.js';

/**
 * What went wrong and what to do next, for a person at a page: the words of the API name routes and
 * fields.
 */
interface Words {
  title: string;
  message: string;
  /** Where to go on: a path below the console, and what is there. */
  next: readonly [to: string, words: string];
}

const BUY: Words['next'] = ['/billing', 'Buy credits'];
const BACK: Words['next'] = ['', 'To the overview'];
const TO_SUPPORT: Words['next'] = ['/admin', 'To the accounts'];

type Own = Partial<Omit<Words, 'message'>> & { message?: string };

const OWN: Partial<Record<ErrorCode, Own>> = {
  NOT_FOUND: { title: 'Page not found', message: 'This page does not exist, or it belongs to another account.' },
  JOB_NOT_FOUND: { title: 'Page not found', message: 'This page does not exist, or it belongs to another account.' },
  ENTITY_NOT_FOUND: {
    title: 'Page not found',
    message: 'This page does not exist, or it belongs to another account.',
  },
  INSUFFICIENT_CREDITS: {
    title: 'Not enough credits',
    next: BUY,
    message: 'The balance does not cover this. Nothing was done and nothing was charged.',
  },
  EMAIL_NOT_VERIFIED: {
    title: 'Confirm your address first',
    next: ['/account', 'Confirm it'],
    message: 'The e-mail address of this account is not confirmed yet. Nothing was charged.',
  },
  RATE_LIMIT_EXCEEDED: { title: 'One moment, please' },
  JURISDICTION_NOT_SUPPORTED: { title: 'This jurisdiction is not available', next: ['/verify', 'Choose another one'] },
  FORBIDDEN: { title: 'This is not permitted' },
  ACCOUNT_DISABLED: {
    title: 'This account is disabled',
    message: 'An administrator has disabled it. Contact support.',
  },
  DATA_SOURCE_UNAVAILABLE: { title: 'Not available just now' },
  INTERNAL_ERROR: { title: 'Something went wrong' },
};

/** `home`: where the pages begin that the person looks at. */
export function inWords(
  { code, message }: AppError,
  { home, sellsCredits }: { home: ConsoleArea['home']; sellsCredits: boolean },
): Words {
  const { title = 'This request failed', message: own, next: forAccounts = BACK } = OWN[code] ?? {};
  const next = home === '' ? (sellsCredits || forAccounts !== BUY ? forAccounts : BACK) : TO_SUPPORT;
  return { title, message: own ?? plain(message), next };
}

/** Messages name the place of a field in a request; on a page there is but one place. */
export function plain(message: string): string {
  return message
    .replace(/^path\.\w+: /, '')
    .replaceAll(/\b(?:body|query|header)\.(\w+)/g, (_all, field: string) => field.replaceAll('_', ' '));
}
