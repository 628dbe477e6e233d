import type { ListedKey } from '../../../core/accounts/account.js';
import type { IssuedKey } from '../../../core/accounts/keys/api-key.js';
import { MAX_LABEL_LENGTH } from '../../../core/limits.js';
import { TIERS } from '../../../core/registries/jurisdiction.js';
import { JURISDICTIONS } from '../../../core/registries/jurisdictions.js';
import type { ListPage } from '../csv-file.js';
import { BudgetFields, BudgetWords, ThresholdField, ThresholdWords } from '../pages/budget-fields.js';
import { Listing, TextField } from '../pages/listing.js';
import { Link, Moment, PostForm, counted } from '../pages/parts.js';

export const JURISDICTION_BOX = 'jurisdiction:';
export const TIER_BOX = 'tier:';

interface KeysProps {
  keys: ListPage<ListedKey, string>;
  text?: string | undefined;
  issued?: IssuedKey;
}

export function KeysPage({ keys: { items, next }, text, issued }: KeysProps) {
  return (
    <>
      {issued ? (
        <div class="done" role="status">
          <p>
            This is the key <strong>{issued.label}</strong>. It is shown only once: store it where your program can read
            it.
          </p>
          <pre>
            <code data-copy="">{issued.apiKey}</code>
          </pre>
        </div>
      ) : null}
      <Listing
        to="/keys"
        csv="/keys.csv"
        wanted={{ text }}
        next={next}
        nothing={<p>There are no keys yet. A program needs one to act for this account.</p>}
        caption="Keys, the revoked ones included"
        columns={['Label', 'Begins with', 'Budget', 'Confirmed', 'May ask', 'Requests a minute', 'Since', 'State']}
        numbers={['Requests a minute']}
        rows={items.map((key) => [
          key.active ? <Link to={`/keys/${key.id}`}>{key.label}</Link> : key.label,
          <code>{key.prefix}</code>,
          <BudgetWords budget={key.budget} />,
          <ThresholdWords threshold={key.confirmAbove} />,
          [...(key.tiers ?? []), ...(key.jurisdictions ?? [])].join(', ') || 'everything',
          counted(key.rateLimitPerMinute),
          <Moment at={key.createdAt} />,
          key.active ? 'active' : 'revoked',
        ])}
      >
        <TextField label="Contains" value={text} />
      </Listing>
      <h2>Make a key</h2>
      <PostForm to="/keys" className="column">
        <KeyFields />
        <button class="first">Make a key</button>
      </PostForm>
    </>
  );
}

export function KeyPage({ keyShown }: { keyShown: ListedKey }) {
  return (
    <>
      <p>
        It begins with <code>{keyShown.prefix}</code>. Budget: <BudgetWords budget={keyShown.budget} />. Calls are
        confirmed: <ThresholdWords threshold={keyShown.confirmAbove} />.
      </p>
      <h2>Change it</h2>
      <PostForm to={`/keys/${keyShown.id}`} className="column">
        <KeyFields keyShown={keyShown} />
        <button class="first">Change</button>
      </PostForm>
      <h2>Revoke it</h2>
      <p>Programs that use it stop working at once. This cannot be undone.</p>
      <PostForm to={`/keys/${keyShown.id}/revoke`}>
        <button class="danger">Revoke this key</button>
      </PostForm>
    </>
  );
}

function KeyFields({ keyShown }: { keyShown?: ListedKey }) {
  const { label, budget, confirmAbove, jurisdictions, tiers } = keyShown ?? {};
  return (
    <>
      <label>
        Label
        <input name="label" maxLength={MAX_LABEL_LENGTH} value={label ?? ''} autocomplete="off" />
      </label>
      <BudgetFields budget={budget} />
      <ThresholdField threshold={confirmAbove} />
      <fieldset>
        <legend>Tiers it may ask for (none ticked: all)</legend>
        {TIERS.map((tier) => (
          <label class="inline" key={tier}>
            <input type="checkbox" name={TIER_BOX + tier} checked={tiers?.includes(tier) ?? false} />
            {tier}
          </label>
        ))}
      </fieldset>
      <details>
        <summary>Jurisdictions it may ask for (none ticked: all)</summary>
        <fieldset>
          <legend>Jurisdictions</legend>
          {JURISDICTIONS.map(({ code, name }) => (
            <label class="inline" key={code}>
              <input type="checkbox" name={JURISDICTION_BOX + code} checked={jurisdictions?.includes(code) ?? false} />
              {name} ({code})
            </label>
          ))}
        </fieldset>
      </details>
    </>
  );
}
