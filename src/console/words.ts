import type { Fields } from './read-form.js';
import type { ConsoleArea } from './session/cookies.js';
import { didYouMean } from '../core/registries/jurisdiction-hints.js';
import { findJurisdiction } from '../core/registries/jurisdictions.js';
import type { AppError, ErrorCode } from '../core/errors.js';
import { InvalidRequest, messageOf, type Problem } from '../core/invalid-request.js';

/** An error and the next step, in words for people: the API's messages name routes and fields. */
interface Words {
  title: string;
  message: string;
  /** The next step: a path below the console, and its link text. */
  next: readonly [to: string, words: string];
}

const BUY: Words['next'] = ['/billing', 'Buy credits'];
const BACK: Words['next'] = ['', 'Go to the overview'];
const TO_SUPPORT: Words['next'] = ['/admin', 'Go to the overview'];

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
  RATE_LIMIT_EXCEEDED: { title: 'Too many requests' },
  JURISDICTION_NOT_SUPPORTED: { title: 'This jurisdiction is not available', next: ['/verify', 'Choose another one'] },
  FORBIDDEN: { title: 'Not allowed' },
  ACCOUNT_DISABLED: {
    title: 'This account is disabled',
    message: 'An administrator has disabled it. Contact support.',
  },
  DATA_SOURCE_UNAVAILABLE: { title: 'Temporarily unavailable' },
  INTERNAL_ERROR: { title: 'Something went wrong' },
};

/** `home`: the root of the area the person is in. */
export function inWords(
  error: AppError,
  { home, sellsCredits }: { home: ConsoleArea['home']; sellsCredits: boolean },
): Words {
  const { code } = error;
  const { title = 'This request failed', message: own, next: forAccounts = BACK } = OWN[code] ?? {};
  const next = home === '' ? (sellsCredits || forAccounts !== BUY ? forAccounts : BACK) : TO_SUPPORT;
  return { title, message: own ?? messageFor(error), next };
}

/** Names of API fields on pages. */
const FIELDS: Readonly<Record<string, string>> = {
  entity_name: 'The name of the business',
  jurisdiction: 'The jurisdiction',
  jurisdiction_id: 'The registration number',
  webhook_url: 'The webhook URL',
  max_credits: 'The maximum cost',
  max_credits_per_month: 'The monthly maximum',
  email: 'The address',
  label: 'The label',
  name: 'The name',
  note: 'The reason',
  reason: 'The reason',
  budget: 'The budget',
  'budget.credits': 'The budget',
  'budget.every': 'The period of the budget',
  'confirm_above.credits': 'The threshold',
  rate_limit: 'The limit',
  amount: 'The number of credits',
  new_password: 'The new password',
  every: 'The frequency',
};

/** The fields an error may concern; the first one in the submitted form is used. */
const FIELDS_OF: Partial<Record<ErrorCode, readonly string[]>> = {
  JURISDICTION_NOT_SUPPORTED: ['jurisdiction'],
  INVALID_VERIFICATION_CODE: ['code'],
  VERIFICATION_CODE_EXPIRED: ['code'],
  EMAIL_ALREADY_EXISTS: ['email'],
  INVALID_CREDENTIALS: ['password', 'admin_key', 'current_password'],
};

/** Form fields whose name differs from the API's. */
const IN_FORMS: Readonly<Record<string, string>> = {
  'budget.credits': 'budget_credits',
  budget: 'budget_credits',
  'budget.every': 'budget_every',
  'confirm_above.credits': 'confirm_above',
};

/** A problem with a line is shown at the file field. */
const fieldIn = (field: string) => (/^line \d+$/.test(field) ? 'file' : (IN_FORMS[field] ?? field));

export function problemsIn(error: AppError, given: Fields): [field: string, words: string][] {
  if (!(error instanceof InvalidRequest)) return [[fieldOf(error.code, given), messageFor(error)]];
  return error.problems.map((problem) => [fieldIn(problem.field), wordsFor(problem)]);
}

function fieldOf(code: ErrorCode, given: Fields): string {
  const fields = FIELDS_OF[code] ?? [];
  return fields.find((field) => given[field] !== undefined) ?? fields.at(-1) ?? '*';
}

/** The message in words for people, with the jurisdictions that may be meant. */
export function messageFor(error: AppError): string {
  const message = error instanceof InvalidRequest ? error.inWords(wordsFor) : error.message;
  const codes = (error.details?.['suggestions'] ?? []) as readonly string[];
  const names = codes.map((code) => `${findJurisdiction(code)?.name ?? code} (${code})`);
  return [message, didYouMean(names)].filter(Boolean).join(' ');
}

/** A page shows a sentence where it belongs. */
function wordsFor(problem: Problem): string {
  return 'sentence' in problem ? problem.sentence : messageOf(problem, nameOf);
}

function nameOf(field: string): string {
  return FIELDS[field] ?? field.replaceAll('_', ' ');
}
