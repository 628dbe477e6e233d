import type { AppError } from '../errors.js';

/** Calls that may cost more than this have to be confirmed. */
export interface ConfirmationThreshold {
  credits: number;
}

/** Credits of a threshold. */
export const MAX_CONFIRMATION_CREDITS = 1_000_000_000;

/** What has to be confirmed, and what has been. */
export interface ConfirmationLimit {
  /** In credits; `undefined` where nothing has to be confirmed. */
  confirmAbove: number | undefined;
  /**
   * How much a person confirmed for this very call; `undefined` where no person can be asked, and
   * the caller confirms by naming a maximum.
   */
  confirmedCredits?: number;
}

/** Why a call was refused: `details.reason` of the `FORBIDDEN`. */
export const CONFIRMATION_REQUIRED = 'confirmation_required';
export type ConfirmationRequired = typeof CONFIRMATION_REQUIRED;

/**
 * Of a refusal: how many credits have to be confirmed; `undefined` when that was not the reason.
 */
export function creditsToConfirm({ details }: AppError): number | undefined {
  return details?.['reason'] === CONFIRMATION_REQUIRED ? Number(details['required']) : undefined;
}
