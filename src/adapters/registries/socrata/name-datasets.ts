import type { Alias } from '../../../core/registries/record.js';
import { alias, date, text, type Row } from '../http/fields.js';
import type { NameDataset } from './profile.js';

export function aliasOf(row: Row, { nameColumn, kind, fromColumn, untilColumn }: NameDataset): Alias[] {
  const day = (column: string | undefined) => () => (column === undefined ? null : date(row, column));
  return alias(kind, () => text(row, nameColumn), day(fromColumn), day(untilColumn));
}

export function addAliasOf(row: Row, source: NameDataset, aliasesByKey: Map<string, Alias[]>): void {
  const key = text(row, source.keyColumn);
  if (key !== null) aliasesByKey.set(key, [...(aliasesByKey.get(key) ?? []), ...aliasOf(row, source)]);
}
