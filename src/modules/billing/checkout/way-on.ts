/** What a buyer does after a checkout; `entry` is the way to the entry page. */
export function wayOn(entry: string): string {
  return `<p>You can close this page and go back to where you came from: <code>GET /v1/account</code> has the new balance, <code>GET /v1/billing</code>
each payment.</p>
<ul class="plain"><li><a href="${entry}console/billing">Billing</a></li><li><a href="${entry}">Start page</a></li><li><a href="${entry}reference">Reference</a></li></ul>`;
}
