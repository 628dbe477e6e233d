import { ROW_FIELDS } from '../../src/core/batches/read-row.js';
import { AdvanceBody, CreateWatchBody, UpdateWatchBody } from '../../src/modules/watches/watches.dto.js';
import { dtoSchema, type ShapeClass } from '../../src/modules/http/input/dto-schema.js';
import { meantField } from '../../src/core/text/meant-field.js';

describe('an unknown field', () => {
  it.each<[string, ShapeClass, string | undefined]>([
    ['interval', CreateWatchBody, 'every'],
    ['frequency', UpdateWatchBody, 'every'],
    ['evry', UpdateWatchBody, 'every'],
    ['events', UpdateWatchBody, 'on'],
    ['changes', CreateWatchBody, 'on'],
    ['max_credits', UpdateWatchBody, 'max_credits_per_month'],
    ['entity', CreateWatchBody, 'entity_id'],
    ['webhook', UpdateWatchBody, 'webhook_url'],
    ['days', AdvanceBody, 'by'],
    ['colour', CreateWatchBody, undefined],
  ])('named %s is taken for the one that is meant', (field, body, meant) => {
    expect(meantField(field, Object.keys(dtoSchema(body).properties))).toBe(meant);
  });

  it.each(['reference', 'Reference', 'ref', 'customer_id'])('named %s in a file is taken for custom_id', (column) => {
    expect(meantField(column, ROW_FIELDS)).toBe('custom_id');
  });
});
