import { MAX_BUDGET_CREDITS, type BudgetPeriod } from '../../../core/billing/budget.js';
import { SCOPE_WORDS, type Scope } from '../../../core/accounts/scope.js';
import type { AccountProfile } from '../../../core/accounts/account.js';
import { inCredits, PRICES } from '../../../core/billing/pricing.js';
import { escapeHtml } from '../../http/answers/html-page.js';
import { MAX_PASSWORD_LENGTH } from '../../../core/limits.js';
import type { Settings } from '../../settings/settings.js';
import { MAX_EMAIL_LENGTH } from '../../../core/accounts/email-address.js';

const ALWAYS =
  'Verify and search businesses, with credits of your account; see and change its files and watches, and where they report to; see its requests, events and balance';

export interface ShownClient {
  name: string;
  /** The host or scheme that receives the user's decision. */
  destination: string;
  onThisComputer: boolean;
}

export function emailBody(
  { name }: ShownClient,
  { termsUrl, signUp }: Pick<Settings, 'termsUrl' | 'signUp'>,
  wrong?: string,
): string {
  const sends = signUp
    ? 'We send a code to your address; a new address gets an account.'
    : 'We send a code to the address of your account. The operator of this service creates accounts.';
  return `${complaint(wrong)}<p>Sign in to continue to <strong>${escapeHtml(name)}</strong>. ${sends}</p>
<form method="post" class="column">
<label>E-mail address <input name="email" type="email" autocomplete="email" maxlength="${MAX_EMAIL_LENGTH}" required autofocus></label>
<button class="first" name="action" value="send">Send me a code</button>
<p>${termsOf(termsUrl)}</p>
</form>
<details><summary>Sign in with a password</summary>
<form method="post" class="column">
<label>E-mail address <input name="email" type="email" autocomplete="username" maxlength="${MAX_EMAIL_LENGTH}" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" maxlength="${MAX_PASSWORD_LENGTH}" required></label>
<button name="action" value="password">Sign in</button>
</form></details>
${cancelForm()}`;
}

export function codeBody(email: string, { signUp }: Pick<Settings, 'signUp'>, wrong?: string): string {
  const sent = signUp ? 'We sent six digits to' : 'If it belongs to an account, six digits are on their way to';
  return `${complaint(wrong)}<p>${sent} <strong>${escapeHtml(email)}</strong>.</p>
<form method="post" class="column">
<input type="hidden" name="email" value="${escapeHtml(email)}">
<label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,8}" maxlength="8" required autofocus></label>
<button class="first" name="action" value="verify">Sign in</button>
</form>
<form method="post"><input type="hidden" name="email" value="${escapeHtml(email)}"><button name="action" value="send">Send another code</button></form>
${cancelForm()}`;
}

export interface BudgetWish {
  typed: string;
  every: BudgetPeriod;
  /** Spent of its current budget; `undefined` if it has none. */
  spent: number | undefined;
  confirmAbove: string;
  /** The input is not a valid amount. */
  nonsense: boolean;
}

const IN_A_PERIOD: Readonly<Record<BudgetPeriod, string>> = {
  day: 'credits per day',
  week: 'credits per week',
  month: 'credits per month',
  once: 'credits in total',
};

export function consentBody(
  client: ShownClient,
  { asked, kept }: { asked: Scope[]; kept: Scope[] },
  { email, creditBalance }: AccountProfile,
  { typed, every, spent, confirmAbove, nonsense }: BudgetWish,
): string {
  const list = (scopes: Scope[]) => scopes.map((scope) => `<li>${escapeHtml(SCOPE_WORDS[scope])}</li>`).join('');
  const before =
    kept.length === 0 ? '' : `<p>It keeps what you allowed before:</p>\n<ul id="kept">${list(kept)}</ul>\n`;
  const warning = client.onThisComputer
    ? '<p class="note">It receives the answer on this computer. Allow it only if you started it yourself just now.</p>'
    : '';
  const wrong = nonsense
    ? `Each limit has to be a whole number from 0 to ${MAX_BUDGET_CREDITS}, or empty for no limit.`
    : undefined;
  return `${complaint(wrong)}<p>An application that calls itself <strong>${escapeHtml(client.name)}</strong> asks for permission to:</p>
<ul id="asked"><li>${ALWAYS}</li>${list(asked)}</ul>
${before}<dl class="sum">
<dt>Your account</dt><dd id="account">${escapeHtml(email)}</dd>
<dt>It can spend</dt><dd id="spendable">${inCredits(creditBalance)}, and what you add</dd>
<dt>The answer goes to</dt><dd><strong id="redirect-host">${escapeHtml(client.destination)}</strong></dd>
</dl>
<p>A quick verification costs ${inCredits(PRICES.quick)}, a deep one ${PRICES.deep} and a fresh deep one ${PRICES.deepForceRefresh}; a search ${PRICES.searchPerJurisdiction} for each register.</p>
${warning}
<form method="post" class="column">
<label>Budget in ${IN_A_PERIOD[every]} (empty: no limit) <input name="budget_credits" inputmode="numeric" maxlength="10" autocomplete="off" value="${escapeHtml(typed)}"></label>
<label>Ask me before a call that can cost more credits than (empty: never) <input name="confirm_above" inputmode="numeric" maxlength="10" autocomplete="off" value="${escapeHtml(confirmAbove)}"></label>${
    spent === undefined
      ? ''
      : `
<p id="spent">It has already spent ${inCredits(spent)} of this budget. That still counts.</p>`
  }
<div class="buttons"><button class="first" name="action" value="allow">Allow</button>
<button name="action" value="cancel">Cancel</button></div>
</form>
<form method="post"><p>Not you? <button name="action" value="sign-out">Sign out</button></p></form>
<details><summary>How to revoke access</summary>
<p>At any time, with an API key of this account: <code>GET /v1/account/grants</code> lists what you allowed, and
<code>DELETE /v1/account/grants/ID</code> revokes it immediately, with every key that the application created.
The <a href="../../reference">reference</a> does both in the browser.</p>
</details>`;
}

function termsOf(url: string | undefined): string {
  return url === undefined
    ? 'The operator of this service has published no terms.'
    : `By continuing you accept the <a href="${escapeHtml(url)}">terms of service</a>.`;
}

function complaint(wrong: string | undefined): string {
  return wrong === undefined ? '' : `<p class="wrong" role="alert">${escapeHtml(wrong)}</p>`;
}

function cancelForm(): string {
  return '<form method="post"><button name="action" value="cancel">Cancel</button></form>';
}
