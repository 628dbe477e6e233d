import { randomUUID } from 'node:crypto';
import { inCredits, PRICES } from '../../../core/billing/pricing.js';
import { MAX_ENTITY_NAME_LENGTH } from '../../../core/limits.js';
import type { JurisdictionState } from '../../../core/registries/jurisdictions.js';
import { MAX_RECORD_NUMBER_LENGTH } from '../../../core/registries/record-numbers.js';
import { Choice, PostForm, Wrong } from '../pages/parts.js';
import { REPEAT_FIELD } from '../read-form.js';

interface VerifyProps {
  jurisdictions: readonly JurisdictionState[];
  given: Readonly<Record<string, string | undefined>>;
  wrong?: string | undefined;
}

export function VerifyPage({ jurisdictions, given, wrong }: VerifyProps) {
  const available = jurisdictions.filter(({ unavailableReason }) => unavailableReason === undefined);
  const chosen = given['jurisdiction'] ?? available[0]?.jurisdiction.code;
  const sample = available.find(({ jurisdiction }) => jurisdiction.code === chosen)?.sampleNames?.[0];
  return (
    <>
      <Wrong>{wrong}</Wrong>
      <p>Standing asks the official register whether a business is registered and in good standing.</p>
      <PostForm to="/verify" className="column">
        <input type="hidden" name={REPEAT_FIELD} value={randomUUID()} />
        <label>
          Name of the business
          <input
            name="entity_name"
            maxLength={MAX_ENTITY_NAME_LENGTH}
            required
            autocomplete="off"
            value={given['entity_name'] ?? ''}
          />
          {sample === undefined ? null : <span class="hint">One that the sandbox knows: {sample}</span>}
        </label>
        <Choice
          name="jurisdiction"
          label="Jurisdiction"
          chosen={chosen}
          values={available.map(({ jurisdiction: { code, name } }) => [code, `${name} (${code})`] as const)}
        />
        <label>
          Number in the register, if you know it
          <input
            name="jurisdiction_id"
            maxLength={MAX_RECORD_NUMBER_LENGTH}
            autocomplete="off"
            value={given['jurisdiction_id'] ?? ''}
          />
        </label>
        <fieldset>
          <legend>Tier</legend>
          <label class="inline">
            <input type="radio" name="tier" value="quick" checked={given['tier'] !== 'deep'} />
            Quick: the record ({inCredits(PRICES.quick)})
          </label>
          <label class="inline">
            <input type="radio" name="tier" value="deep" checked={given['tier'] === 'deep'} />
            Deep: also officers, agent, address and filings, where the register has them ({inCredits(PRICES.deep)})
          </label>
          <label class="inline">
            <input type="checkbox" name="force_refresh" value="yes" checked={given['force_refresh'] !== undefined} />
            Deep, and ask the register again ({inCredits(PRICES.deepForceRefresh)})
          </label>
        </fieldset>
        <button class="first">Verify</button>
      </PostForm>
    </>
  );
}
