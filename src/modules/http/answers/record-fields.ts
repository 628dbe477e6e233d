import { MAX_REFERENCE_LENGTH } from '../../../core/limits.js';
import { idOf, text } from './answer-fields.js';

export const recordIdField = () => idOf('rec', 'The record of this answer, which outlives its job, batch and watch.');

export const referenceField = () =>
  text('The reference of the request, as sent; absent if it had none.', MAX_REFERENCE_LENGTH).optional();

/** The field of an answer; none if there is no reference. */
export function referenceAnswer({ reference }: { reference?: string | undefined }): { reference?: string } {
  return reference === undefined ? {} : { reference };
}
