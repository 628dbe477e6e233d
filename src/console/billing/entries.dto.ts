import { DateField, OneOf, Optional, ComparedText } from '../../modules/http/input/fields.js';
import { ENTRY_TYPES, type EntryType } from '../../core/billing/ledger-entry.js';
import { MAX_ENTITY_NAME_LENGTH } from '../../core/limits.js';
import { CursorQuery } from '../../modules/http/answers/paging.js';

export class EntriesQuery extends CursorQuery {
  @Optional()
  @OneOf(ENTRY_TYPES, { description: 'Only movements of this type.' })
  type?: EntryType;

  @Optional()
  @ComparedText(1, MAX_ENTITY_NAME_LENGTH, 'Only entries whose description or name contains this text.', 'lanterns')
  text?: string;

  @Optional()
  @DateField({ description: 'Only movements of this day (UTC) or later.', example: '2026-01-01' })
  from?: string;

  @Optional()
  @DateField({ description: 'Only movements of this day (UTC) or before.', example: '2026-01-31' })
  to?: string;
}
