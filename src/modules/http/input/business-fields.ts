import { applyDecorators } from '@nestjs/common';
import { MAX_ADDRESS_LENGTH, MAX_ENTITY_NAME_LENGTH, MAX_OFFICER_LENGTH } from '../../../core/limits.js';
import { ADDRESS_PARTS, addressFault, readAddress } from '../../../core/matching/addresses/given-address.js';
import type { GivenEvidence } from '../../../core/matching/evidence/evidence.js';
import { isComparable, isDamaged, LETTERS_LOST, NOTHING_TO_COMPARE } from '../../../core/text/text.js';
import { ComparedText, Is, Optional, ReadField } from './fields.js';

/** Details of a business in addition to its name, as in requests. */
export interface EvidenceBody {
  address?: unknown;
  officer?: string;
}

/** A text without lost letters that has something to compare. A blank one has its own message. */
export function NameField(description: string, example: string): PropertyDecorator {
  const text = ComparedText(1, MAX_ENTITY_NAME_LENGTH, description, example, 'name');
  return applyDecorators(
    text,
    Is('name', (name) => !isDamaged(name), LETTERS_LOST),
    Is('comparable', (name) => name === '' || isComparable(name), NOTHING_TO_COMPARE),
  );
}

export function AddressField(): PropertyDecorator {
  const text = {
    type: 'string',
    minLength: 1,
    maxLength: MAX_ADDRESS_LENGTH,
    format: 'lines',
    pattern: String.raw`\S`,
  };
  const names = Object.keys(ADDRESS_PARTS);
  const properties = Object.fromEntries(names.map((name) => [name, text]));
  const field = ReadField(
    { anyOf: [text, { type: 'object', properties, minProperties: 1, additionalProperties: false }] },
    {
      fits: (value) => readAddress(value) !== undefined,
      rule: addressFault,
    },
    { description: 'Its address: confirms it or distinguishes namesakes.' },
  );
  return applyDecorators(field, Optional());
}

export function OfficerField(): PropertyDecorator {
  const description = 'A person who runs it: used like the address.';
  const field = ComparedText(1, MAX_OFFICER_LENGTH, description);
  return applyDecorators(field, Optional());
}

/** `undefined` if neither is given. */
export function evidenceIn({ address: given, officer }: EvidenceBody): GivenEvidence | undefined {
  const address = given === undefined ? undefined : readAddress(given);
  if (address === undefined && officer === undefined) return undefined;
  return { ...(address !== undefined && { address }), ...(officer !== undefined && { officer }) };
}
