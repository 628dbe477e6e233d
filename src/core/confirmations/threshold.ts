import type { AppError } from '../errors.js';

/** Calls that may cost more than this need confirmation. */
export interface ConfirmationThreshold {
  credits: number;
}

export const MAX_CONFIRMATION_CREDITS = 1_000_000_000;

export interface ConfirmationLimit {
  /** In credits; `undefined` if nothing needs confirmation. */
  confirmAbove: number | undefined;
  /**
   * The credits a person confirmed for this call; `undefined` if no person can be asked and the
   * caller confirms by setting a maximum.
   */
  confirmedCredits?: number;
}

/** `details.reason` of the `FORBIDDEN` error. */
export const CONFIRMATION_REQUIRED = 'confirmation_required';
export type ConfirmationRequired = typeof CONFIRMATION_REQUIRED;

/** Returns the credits to confirm; `undefined` if the error has another reason. */
export function creditsToConfirm({ details }: AppError): number | undefined {
  return details?.['reason'] === CONFIRMATION_REQUIRED ? Number(details['required']) : undefined;
}
