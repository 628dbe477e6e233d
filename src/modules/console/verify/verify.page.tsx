import { inCredits, PRICES } from '../../../core/billing/pricing.js';
import { MAX_ENTITY_NAME_LENGTH } from '../../../core/limits.js';
import type { JurisdictionState } from '../../../core/registries/jurisdictions.js';
import { MAX_RECORD_NUMBER_LENGTH } from '../../../core/registries/record-numbers.js';
import { Field } from '../pages/form.js';
import { Choice, Link, PostForm } from '../pages/parts.js';

/** Name of the buttons that choose the tier. */
export const DEPTH_FIELD = 'depth';
const DEPTHS = ['quick', 'deep', 'anew'] as const;
type Depth = (typeof DEPTHS)[number];

const OFFERED: Readonly<Record<Depth, readonly [words: string, price: number, hint: string]>> = {
  quick: ['Verify', PRICES.quick, 'Whether it is registered, its status, and whether it is in good standing.'],
  deep: [
    'Verify in depth',
    PRICES.deep,
    'Also officers, agent, address and filings, where the register publishes them.',
  ],
  anew: [
    'Verify in depth, from the register now',
    PRICES.deepForceRefresh,
    'In depth, from the register now rather than from a stored answer.',
  ],
};

interface VerifyProps {
  jurisdictions: readonly JurisdictionState[];
  /** Initial values of the fields. */
  given: Readonly<Record<string, string | undefined>>;
}

export function VerifyPage({ jurisdictions, given }: VerifyProps) {
  const available = jurisdictions.filter(({ unavailableReason }) => unavailableReason === undefined);
  const chosen = given['jurisdiction'] ?? available[0]?.jurisdiction.code;
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
          input={{ maxLength: MAX_ENTITY_NAME_LENGTH, required: true, autocomplete: 'off' }}
        />
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
        <div class="choices">
          {DEPTHS.map((depth, index) => (
            <div key={depth}>
              <button name={DEPTH_FIELD} value={depth} class={index === 0 ? 'first' : undefined}>
                {OFFERED[depth][0]} ({inCredits(OFFERED[depth][1])})
              </button>
              <p class="hint">{OFFERED[depth][2]}</p>
            </div>
          ))}
        </div>
      </PostForm>
    </>
  );
}
