import type { Random } from './random.js';

/** Just under the maximum size of a body. */
const MAX_BYTES = 99_000;

const TEXTS: readonly ((random: Random) => string)[] = [
  () => '',
  () => '\0',
  () => 'NUL\0inside',
  () => '\ud800',
  () => 'half \udfff a pair',
  () => '__proto__',
  () => 'constructor',
  () => `' or 1=1 --`,
  () => '${7*7}{{7*7}}<%= 7*7 %>',
  () => '<script>alert(1)</script>',
  () => '../../../../etc/passwd',
  () => '\u202eetxe\u202c',
  () => 'ﷺ'.repeat(100),
  () => '㍿'.repeat(300),
  () => '👩‍👩‍👧‍👦'.repeat(60),
  () => 'e\u0301'.repeat(150),
  () => 'acc_00000000000000000000000000',
  () => 'job_7zzzzzzzzzzzzzzzzzzzzzzzzz',
  () => 'verify "x" in us-co',
  () => 'http://169.254.169.254/latest',
  () => 'https://[::ffff:127.0.0.1]/',
  () => 'a,b@example.com',
  () => '2026-13-45',
  () => '9'.repeat(400),
  () => '-1e400',
  (random) => ' '.repeat(random.below(MAX_BYTES)),
  (random) => `verify ${' '.repeat(random.below(MAX_BYTES))}x`,
  (random) => 'a'.repeat(random.below(MAX_BYTES)),
  (random) => '"\\'.repeat(random.below(MAX_BYTES / 4)),
  (random) => String.fromCharCode(...Array.from({ length: 40 }, () => random.below(0x10000))),
];

const PRIMITIVES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  1e21,
  -1e308,
  Number.MAX_SAFE_INTEGER,
  2_147_483_648,
  [],
  {},
  [null],
  [[[]]],
  { $ne: null },
  { toString: 1 },
];

export function hostileText(random: Random): string {
  return random.pick(TEXTS)(random);
}

export function hostileValue(random: Random, depth = 0): unknown {
  const kind = random.next();
  if (kind < 0.4) return hostileText(random);
  if (kind < 0.8 || depth > 3) return random.pick(PRIMITIVES);
  if (kind < 0.9) return Array.from({ length: random.below(6) }, () => hostileValue(random, depth + 1));
  return Object.fromEntries(
    Array.from({ length: random.below(6) }, () => [hostileText(random).slice(0, 200), hostileValue(random, depth + 1)]),
  );
}

/** Returns deep or wide JSON, written as text, because no serializer would produce it. */
export function hostileJson(random: Random): string {
  const depth = random.below(MAX_BYTES / 8);
  return random.pick([
    () => '['.repeat(depth) + ']'.repeat(depth),
    () => '{"a":'.repeat(depth) + '1' + '}'.repeat(depth),
    () => `[${Array.from({ length: depth }, (_, at) => at).join(',')}]`,
    () => `{${Array.from({ length: Math.floor(depth / 2) }, (_, at) => `"k${at}":0`).join(',')}}`,
    () => `{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}`,
    () => `{"a":1,"a":2,"a":${'9'.repeat(400)}}`,
    () => '{"a":1e999}',
    () => '{"entity_name":"\\ud800"}',
    () => '{"entity_name":"\\u0000"}',
    () => '{"a":',
    () => 'null',
    () => '"text"',
    () => '\ufeff{}',
    () => '[]'.repeat(100),
  ])();
}

/** Returns a valid body with parts of it replaced, left out, added or repeated. */
export function spoilt(random: Random, right: unknown): unknown {
  if (typeof right !== 'object' || right === null) return hostileValue(random);
  if (Array.isArray(right)) {
    const many = random.chance(0.2) ? Array.from({ length: 2_000 }, () => right[0] as unknown) : right;
    return many.map((item: unknown) => (random.chance(0.3) ? spoilt(random, item) : item));
  }
  const fields = Object.entries(right).flatMap(([name, value]): [string, unknown][] => {
    const lot = random.next();
    if (lot < 0.1) return [];
    if (lot < 0.5) return [[name, value]];
    return [[name, spoilt(random, value)]];
  });
  if (random.chance(0.2)) fields.push([hostileText(random).slice(0, 500), hostileValue(random)]);
  return Object.fromEntries(fields);
}
