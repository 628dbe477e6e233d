import { inCredits, PRICES } from '../../core/billing/pricing.js';
import {
  MAX_ADDRESS_LENGTH,
  MAX_ENTITY_NAME_LENGTH,
  MAX_OFFICER_LENGTH,
  MAX_REFERENCE_LENGTH,
} from '../../core/limits.js';
import type { JurisdictionState } from '../../core/registries/jurisdictions.js';
import { MAX_RECORD_NUMBER_LENGTH } from '../../core/registries/record-numbers.js';
import type { ListedJob } from '../../core/verification/ports.js';
import { Field, useTyped } from '../pages/form.js';
import type { Fields } from '../read-form.js';
import { Choice, Link, PostForm } from '../pages/parts.js';
import { useView } from '../pages/view.js';

/** Name of the choice of the tier. */
export const DEPTH_FIELD = 'depth';
const DEPTHS = ['quick', 'deep', 'anew'] as const;
type Depth = (typeof DEPTHS)[number];

const OFFERED: Readonly<Record<Depth, readonly [words: string, price: number, hint: string]>> = {
  quick: ['Quick', PRICES.quick, 'Whether it is registered, its status, and whether it is in good standing.'],
  deep: ['In depth', PRICES.deep, 'Also officers, agent, address and filings, where the register publishes them.'],
  anew: ['In depth, from the register now', PRICES.deepForceRefresh, 'The same, and never from a stored answer.'],
};

interface VerifyProps {
  jurisdictions: readonly JurisdictionState[];
  /** Initial values of the fields. */
  given: Fields;
  /** The last verification: the next one is often like it. */
  last: Pick<ListedJob, 'jurisdiction' | 'tier'> | undefined;
}

export function VerifyPage({ jurisdictions, given, last }: VerifyProps) {
  const { base } = useView();
  const available = jurisdictions.filter(({ unavailableReason }) => unavailableReason === undefined);
  const isOffered = (code: string | undefined) => available.some(({ jurisdiction }) => jurisdiction.code === code);
  const remembered = isOffered(last?.jurisdiction) ? last?.jurisdiction : undefined;
  const chosen = given['jurisdiction'] ?? remembered ?? available[0]?.jurisdiction.code;
  const sample = available.find(({ jurisdiction }) => jurisdiction.code === chosen)?.sampleNames?.[0];
  return (
    <>
      <p>
        Check in the official register whether a business is registered and in good standing.{' '}
        <Link to="/jobs">See past verifications</Link>.
      </p>
      <PostForm to="/verify" className="column">
        <Field
          name="entity_name"
          label="Name of the business"
          value={given['entity_name']}
          hint={sample === undefined ? undefined : `In the sandbox, try: ${sample}`}
          input={{
            maxLength: MAX_ENTITY_NAME_LENGTH,
            required: true,
            autocomplete: 'off',
            autofocus: true,
            list: 'names',
            'data-suggestions': `${base}/verify/names.json`,
          }}
        />
        <datalist id="names" />
        <Choice
          name="jurisdiction"
          label="Jurisdiction"
          chosen={chosen}
          values={available.map(({ jurisdiction: { code, name } }) => [code, `${name} (${code})`] as const)}
        />
        <Field
          name="jurisdiction_id"
          label="Registration number (optional)"
          value={given['jurisdiction_id']}
          input={{ maxLength: MAX_RECORD_NUMBER_LENGTH, autocomplete: 'off' }}
        />
        <Field
          name="address"
          label="Address (optional)"
          hint="Tells businesses of one name apart."
          value={given['address']}
          input={{ maxLength: MAX_ADDRESS_LENGTH, autocomplete: 'off' }}
        />
        <Field
          name="officer"
          label="A person who runs it (optional)"
          value={given['officer']}
          input={{ maxLength: MAX_OFFICER_LENGTH, autocomplete: 'off' }}
        />
        <Field
          name="reference"
          label="Your reference (optional)"
          hint="A case or customer number; it stays with the record."
          value={given['reference']}
          input={{ maxLength: MAX_REFERENCE_LENGTH, autocomplete: 'off' }}
        />
        <Depths chosen={given[DEPTH_FIELD] ?? last?.tier} />
        <button class="first">Verify</button>
      </PostForm>
    </>
  );
}

/** One choice, and one button for all of them. */
function Depths({ chosen }: { chosen: string | undefined }) {
  const { value = chosen } = useTyped(DEPTH_FIELD);
  const ticked = DEPTHS.find((depth) => depth === value) ?? 'quick';
  return (
    <fieldset class="cards">
      <legend>How much</legend>
      {DEPTHS.map((depth) => (
        <label class="inline" key={depth}>
          <input type="radio" name={DEPTH_FIELD} value={depth} checked={depth === ticked} />
          <span>
            {OFFERED[depth][0]} ({inCredits(OFFERED[depth][1])}) <span class="hint">{OFFERED[depth][2]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
