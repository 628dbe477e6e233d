import { ConfirmCalls } from '../../src/core/confirmations/confirm-calls.js';
import { ConfirmationSeal, UsedConfirmations, type Confirmation } from '../../src/core/confirmations/ports.js';
import { requireConfirmed } from '../../src/core/accounts/caller-limits.js';
import type { AppError } from '../../src/core/errors.js';
import { newId } from '../../src/core/ids.js';

/** Seals nothing: the behaviour of core does not depend on the seal. */
class PlainSeal extends ConfirmationSeal {
  seal(confirmation: Confirmation): string {
    return JSON.stringify(confirmation);
  }

  open(sealed: string): Confirmation {
    return JSON.parse(sealed) as Confirmation;
  }
}

class RememberedConfirmations extends UsedConfirmations {
  private readonly ids = new Set<string>();

  async use(id: string): Promise<boolean> {
    const isNew = !this.ids.has(id);
    this.ids.add(id);
    return isNew;
  }
}

const caller = { accountId: newId('acc'), keyId: newId('key'), grantId: undefined };
const call = { caller, tool: 'verify_business', arguments: { entity_name: 'Any Name LLC' } };
let time: number;
let confirm: ConfirmCalls;
beforeEach(() => {
  time = Date.parse('2026-01-01T12:00:00Z');
  confirm = new ConfirmCalls(new PlainSeal(), new RememberedConfirmations(), { now: () => new Date(time) });
});

it('accepts a confirmation for ten minutes', async () => {
  const [early, late] = [confirm.ask(call, 15), confirm.ask(call, 15)];
  time += 10 * 60_000 - 1;
  expect(await confirm.redeem(call, early, 'accepted')).toBe(15);
  time += 1;
  await expect(confirm.redeem(call, late, 'accepted')).rejects.toMatchObject({
    code: 'FORBIDDEN',
    details: { reason: 'confirmation_expired' },
  });
});

it.each([
  [{ accountId: newId('acc') }, 'another account'],
  [{ keyId: newId('key') }, 'another key'],
  [{ keyId: undefined }, 'no key'],
  [{ grantId: 'another grant' }, 'another application'],
])('refuses a confirmation for a caller with %j (%s)', async (different, _who) => {
  const given = confirm.ask(call, 15);
  const others = { ...call, caller: { ...caller, ...different } };
  await expect(confirm.redeem(others, given, 'accepted')).rejects.toMatchObject({
    details: { reason: 'confirmation_of_another_call' },
  });
  expect(await confirm.redeem(call, given, 'accepted')).toBe(15);
});

it.each([
  [undefined, 1_000, undefined, undefined, true],
  [5, 5, undefined, undefined, true],
  [5, 6, undefined, undefined, false],
  [0, 1, undefined, undefined, false],
  [0, 0, undefined, undefined, true],
  [5, 6, 6, undefined, true],
  [5, 6, 5, undefined, false],
  [5, 6, 1_000, 0, false],
  [5, 6, undefined, 6, true],
  [5, 7, 1_000, 6, false],
])(
  'decides whether a call passes: threshold %s, price %s, max_credits %s, confirmed %s: %s',
  (confirmAbove, price, maxCredits, confirmedCredits, passes) => {
    const limit = { confirmAbove, ...(confirmedCredits === undefined ? {} : { confirmedCredits }) };
    const refusal = () => {
      try {
        return requireConfirmed(limit, price, maxCredits);
      } catch (error) {
        return (error as AppError).details;
      }
    };
    expect(refusal()).toEqual(passes ? undefined : { reason: 'confirmation_required', required: price });
  },
);
