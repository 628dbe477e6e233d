const RENAMED: Readonly<Record<string, string>> = { name: 'entity_name', id: 'jurisdiction_id', url: 'source.url' };

/**
 * The path of a field in a record as answers name it: `details/officers/0/endDate` is
 * `officers[0].end_date`.
 */
export function fieldName(path: string): string {
  const parts = path.replace(/^details\//, '').split('/');
  const [only = ''] = parts;
  if (parts.length === 1 && RENAMED[only] !== undefined) return RENAMED[only];
  return parts
    .map((part) =>
      /^\d+$/.test(part) ? `[${part}]` : `.${part.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
    )
    .join('')
    .slice(1);
}
