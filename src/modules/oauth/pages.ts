import { SCOPE_WORDS, type Scope } from '../../core/accounts/scope.js';
import { escapeHtml, pageHeaders, pageHtml } from '../http/html-page.js';

const ALWAYS = 'Verify and search businesses, which spends credits of your account';

/** The client as the user should see it. */
export interface ShownClient {
  name: string;
  /** Where the user's leave is sent. */
  redirectHost: string;
  onThisComputer: boolean;
}

export function emailBody({ name }: ShownClient, wrong?: string): string {
  return `${complaint(wrong)}<p>To go on to <strong>${escapeHtml(name)}</strong>. We send a code to your address; a new address gets an account.</p>
<form method="post" class="column">
<label>E-mail address <input name="email" type="email" autocomplete="email" maxlength="254" required autofocus></label>
<button class="first" name="action" value="send">Send me a code</button>
<p>By going on you accept the terms of service.</p>
</form>
<details><summary>Sign in with a password</summary>
<form method="post" class="column">
<label>E-mail address <input name="email" type="email" autocomplete="username" maxlength="254" required></label>
<label>Password <input name="password" type="password" autocomplete="current-password" maxlength="128" required></label>
<button name="action" value="password">Sign in</button>
</form></details>
${cancelForm()}`;
}

export function codeBody(email: string, wrong?: string): string {
  return `${complaint(wrong)}<p>We sent six digits to <strong>${escapeHtml(email)}</strong>.</p>
<form method="post" class="column">
<input type="hidden" name="email" value="${escapeHtml(email)}">
<label>Code <input name="code" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9 ]{6,8}" maxlength="8" required autofocus></label>
<button class="first" name="action" value="verify">Sign in</button>
</form>
<form method="post"><input type="hidden" name="email" value="${escapeHtml(email)}"><button name="action" value="send">Send another code</button></form>
${cancelForm()}`;
}

export function consentBody({ name, redirectHost, onThisComputer }: ShownClient, scopes: Scope[]): string {
  const wishes = [ALWAYS, ...scopes.map((scope) => SCOPE_WORDS[scope])];
  const warning = onThisComputer
    ? '<p class="note">It receives the answer on this computer. Allow it only if you started it yourself just now.</p>'
    : '';
  return `<p>An application that calls itself <strong>${escapeHtml(name)}</strong> asks for leave to:</p>
<ul>${wishes.map((wish) => `<li>${escapeHtml(wish)}</li>`).join('')}</ul>
<p>The answer goes to <strong id="redirect-host">${escapeHtml(redirectHost)}</strong>. You can take your leave back at any time.</p>
${warning}
<form method="post">
<button class="first" name="action" value="allow">Allow</button>
<button name="action" value="cancel">Cancel</button>
</form>`;
}

export function errorPage(message: string, setHeader: (name: string, value: string) => void): string {
  for (const [name, value] of Object.entries(pageHeaders())) setHeader(name, value);
  return pageHtml(
    'This did not work',
    `<p>${escapeHtml(message)}</p><p>Go back to the application and start again.</p>`,
  );
}

function complaint(wrong: string | undefined): string {
  return wrong === undefined ? '' : `<p class="wrong" role="alert">${escapeHtml(wrong)}</p>`;
}

function cancelForm(): string {
  return '<form method="post"><button name="action" value="cancel">Cancel</button></form>';
}
