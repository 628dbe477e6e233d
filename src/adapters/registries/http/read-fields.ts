export interface FieldReading {
  reads: number;
  /** Number of reads that found a value. */
  found: number;
  types: Set<'scalar' | 'list' | 'object'>;
}

/**
 * By endpoint and path of the field in the response: `0/query: features[].attributes.FILE_NUMBER`.
 */
export type ReadFields = Map<string, FieldReading>;

/** Returns the same body, wrapped to record all reads of it in `fields`. */
export function noteReads(body: unknown, url: string, fields: ReadFields): unknown {
  return watched(body, `${endpointOf(url)}: `, fields);
}

/** Returns the end of the path, with record numbers masked. */
function endpointOf(url: string): string {
  const segments = new URL(url).pathname.split('/').slice(-2);
  return segments.map((segment) => (/\d{4,}/.test(segment) ? '*' : segment)).join('/');
}

function watched(value: unknown, path: string, fields: ReadFields): unknown {
  if (typeof value !== 'object' || value === null) return value;
  return new Proxy(value, {
    get(target, key, receiver) {
      const inner: unknown = Reflect.get(target, key, receiver);
      if (typeof key === 'symbol' || typeof inner === 'function') return inner;
      if (Array.isArray(target)) return /^\d+$/.test(key) ? watched(inner, `${path}[]`, fields) : inner;
      return read(inner, path.endsWith(' ') ? `${path}${key}` : `${path}.${key}`, fields);
    },
  });
}

function read(value: unknown, path: string, fields: ReadFields): unknown {
  const known = fields.get(path) ?? { reads: 0, found: 0, types: new Set() };
  fields.set(path, known);
  known.reads += 1;
  if (value !== undefined && value !== null && value !== '') {
    known.found += 1;
    known.types.add(Array.isArray(value) ? 'list' : typeof value === 'object' ? 'object' : 'scalar');
  }
  return watched(value, path, fields);
}
