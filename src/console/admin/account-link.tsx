import type { AccountEmails } from '../../core/admin/ports.js';
import type { Id } from '../../core/ids.js';
import { Link } from '../pages/parts.js';

/** An account is named by its address. A deleted account has none, and is named by its id. */
export function AccountLink({ id, emails }: { id: Id<'acc'>; emails: AccountEmails }) {
  return <Link to={`/admin/accounts/${id}`}>{emails.get(id) ?? <code>{id}</code>}</Link>;
}

/** For the details of an object, where the id stands beside the address. */
export function AccountFact({ id, emails }: { id: Id<'acc'>; emails: AccountEmails }) {
  return (
    <>
      <AccountLink id={id} emails={emails} />
      {emails.has(id) ? (
        <div class="hint">
          <code>{id}</code>
        </div>
      ) : null}
    </>
  );
}
