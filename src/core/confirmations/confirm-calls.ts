import { createHash, randomUUID } from 'node:crypto';
import type { Spender } from '../billing/charge.js';
import { AppError } from '../errors.js';
import type { Clock } from '../ports.js';
import { CONFIRMATION_REQUIRED } from './threshold.js';
import type { ConfirmationSeal, UsedConfirmations } from './ports.js';

/** For how long a person may think about it. */
const VALID_MS = 10 * 60_000;

/** A call of a tool that has to be confirmed. */
export interface ConfirmedCall {
  caller: Spender;
  tool: string;
  arguments: unknown;
}

/** What the person answered. */
export type PersonsAnswer = 'accepted' | 'declined' | 'cancelled';

/**
 * A person confirms what a call may cost, by a client that carries the question and the answer. The
 * confirmation holds once, for ten minutes, for this caller, this tool, these arguments and this
 * price.
 */
export class ConfirmCalls {
  constructor(
    private readonly seal: ConfirmationSeal,
    private readonly used: UsedConfirmations,
    private readonly clock: Clock,
  ) {}

  /** The question, sealed: its answer sends this back. */
  ask(call: ConfirmedCall, credits: number): string {
    const expiresAt = new Date(this.clock.now().getTime() + VALID_MS).toISOString();
    return this.seal.seal({ id: randomUUID(), call: digestOf(call), credits, expiresAt });
  }

  /**
   * How many credits were confirmed for the call. Any answer uses the confirmation up. Throws
   * `FORBIDDEN` (details: reason) when it was not accepted, or does not hold for this call.
   */
  async redeem(call: ConfirmedCall, sealed: string, answer: PersonsAnswer): Promise<number> {
    const confirmation = this.seal.open(sealed);
    if (!confirmation || confirmation.call !== digestOf(call)) throw denied('confirmation_of_another_call');
    const expiresAt = new Date(confirmation.expiresAt);
    if (expiresAt <= this.clock.now()) throw denied('confirmation_expired');
    if (!(await this.used.use(confirmation.id, expiresAt))) throw denied('confirmation_used');
    if (answer !== 'accepted') throw denied(`confirmation_${answer}`);
    return confirmation.credits;
  }
}

const REFUSALS = [
  'confirmation_of_another_call',
  'confirmation_expired',
  'confirmation_used',
  'confirmation_declined',
  'confirmation_cancelled',
] as const;
type Refusal = (typeof REFUSALS)[number];

/** What `details.reason` may say of a call that has to be confirmed. */
export const CONFIRMATION_REASONS = [CONFIRMATION_REQUIRED, ...REFUSALS] as const;

const MESSAGES: Readonly<Record<Refusal, string>> = {
  confirmation_of_another_call: 'This confirmation was given for another call.',
  confirmation_expired: 'This confirmation has expired.',
  confirmation_used: 'This confirmation was used before.',
  confirmation_declined: 'The user declined the cost of this call.',
  confirmation_cancelled: 'The user was asked about the cost of this call and did not answer.',
};

function denied(reason: Refusal): AppError {
  const byPerson = reason === 'confirmation_declined' || reason === 'confirmation_cancelled';
  return new AppError('FORBIDDEN', {
    message: `${MESSAGES[reason]} Nothing was charged.`,
    details: { reason },
    suggestion: byPerson
      ? 'Do not repeat the call unless the user asks for it.'
      : 'Make the call again, and the user will be asked again.',
  });
}

function digestOf({ caller: { accountId, keyId, grantId }, tool, arguments: given }: ConfirmedCall): string {
  const bound = JSON.stringify([accountId, keyId ?? null, grantId ?? null, tool, sorted(given ?? {})]);
  return createHash('sha256').update(bound).digest('base64url');
}

/** Equal objects read alike, in whichever order a client writes their fields. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, each]) => [name, sorted(each)]));
}
