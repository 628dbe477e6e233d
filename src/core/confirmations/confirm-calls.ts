import { createHash, randomUUID } from 'node:crypto';
import type { Spender } from '../billing/charge.js';
import { AppError } from '../errors.js';
import { Clock } from '../ports.js';
import { CONFIRMATION_REQUIRED } from './threshold.js';
import { ConfirmationSeal, UsedConfirmations } from './ports.js';
import { Injectable } from '../injectable.js';

/** Time for a person to decide. */
const VALID_MS = 10 * 60_000;

export interface ConfirmedCall {
  caller: Spender;
  tool: string;
  arguments: unknown;
}

export type PersonsAnswer = 'accepted' | 'declined' | 'cancelled';

/**
 * Asks a person to confirm the cost of a call, through a client that carries question and answer. A
 * confirmation is valid once, for ten minutes, for this caller, tool, arguments and price.
 */
@Injectable()
export class ConfirmCalls {
  constructor(
    private readonly seal: ConfirmationSeal,
    private readonly used: UsedConfirmations,
    private readonly clock: Clock,
  ) {}

  /** Returns the sealed question, which the client sends back with the answer. */
  ask(call: ConfirmedCall, credits: number): string {
    const expiresAt = new Date(this.clock.now().getTime() + VALID_MS).toISOString();
    return this.seal.seal({ id: randomUUID(), call: digestOf(call), credits, expiresAt });
  }

  /**
   * Returns the credits confirmed for the call. Any answer uses the confirmation up. Throws
   * `FORBIDDEN` (details: reason) if it was not accepted or does not apply to this call.
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

/** Possible values of `details.reason` for a call that needs confirmation. */
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

/** Makes equal objects serialise the same, whatever the order of their fields. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, each]) => [name, sorted(each)]));
}
