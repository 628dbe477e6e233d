import { gzipSync } from 'node:zlib';

/** An account owner with a key or a token, the operator, or a stranger. */
export type Sender = 'key' | 'token' | 'reader' | 'admin' | 'stranger';

export interface EdgeRequest {
  as: Sender;
  what: string;
  /** The request line, and the headers other than the sender's. */
  line: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** The declared length of the body, if it is not the real one. */
  length?: number | 'chunked' | 'none';
  /** The sender closes its side after the last byte. */
  ends?: boolean;
  /** Sent to the service that allows one request a minute. */
  limited?: boolean;
}

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const CSV = { 'content-type': 'text/csv' };
const EVERY_SENDER = ['key', 'token', 'stranger'] as const;
const NAMED = '{"entity_name":"Alder Works LLC","jurisdiction":"us-co"';

/** Faults of a JSON body, on a route that takes one. */
const JSON_BODIES: Record<string, Pick<EdgeRequest, 'headers' | 'body' | 'length' | 'ends'>> = {
  'truncated JSON': { body: '{"entity_name":' },
  'no body and no type': { headers: {}, length: 'none' },
  'no body': { body: '' },
  blanks: { body: '   ' },
  'a list': { body: '[]' },
  null: { body: 'null' },
  'a number': { body: '7' },
  'a text': { body: '"{}"' },
  'no field': { body: '{}' },
  'two values': { body: '{}{}' },
  'a comment': { body: '{/* none */}' },
  ['__proto__']: { body: `${NAMED},"__proto__":{"tier":"deep"}}` },
  'constructor.prototype': { body: `${NAMED},"constructor":{"prototype":{"tier":"deep"}}}` },
  constructor: { body: `${NAMED},"constructor":"x"}` },
  'duplicate keys': { body: '{"entity_name":"","entity_name":"","jurisdiction":"us-co"}' },
  'a NUL in a text': { body: '{"entity_name":"Alder\\u0000Works","jurisdiction":"us-co"}' },
  'a NUL in the JSON': { body: '{"entity_name":"Alder\0Works","jurisdiction":"us-co"}' },
  'a lone surrogate': { body: '{"entity_name":"Alder \\ud800","jurisdiction":"us-co"}' },
  'a byte order mark': { body: '\ufeff{}' },
  'UTF-16': { body: Buffer.from('\ufeff{"entity_name":"Alder"}', 'utf16le') },
  'UTF-16 that says so': {
    headers: { 'content-type': 'application/json; charset=utf-16' },
    body: Buffer.from('{}', 'utf16le'),
  },
  'Latin-1': { body: Buffer.from('{"entity_name":"Café"}', 'latin1') },
  'Latin-1 that says so': {
    headers: { 'content-type': 'application/json; charset="ISO-8859-1"' },
    body: Buffer.from('{"entity_name":"Café"}', 'latin1'),
  },
  gzip: { headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: gzipSync(`${NAMED}}`) },
  '10,000 fields': { body: JSON.stringify(Object.fromEntries([...Array(10_000).keys()].map((n) => [`f${n}`, n]))) },
  '20,000 lists in each other': { body: `{"entity_name":${'['.repeat(20_000)}${']'.repeat(20_000)}}` },
  'an unknown field': { body: `${NAMED},"teir":"deep"}` },
  'several mistakes': { body: '{"entity_name":7,"jurisdiction":"xx","tier":"deepest","name":1}' },
  'one byte more than 100 kB': { body: `{"entity_name":"${'x'.repeat(99_983)}"}` },
  'a length over 100 kB': { length: 100_001 },
  'a length of 10 GB': { length: 10_000_000_000 },
  'more than 100 kB in chunks': { body: `{"entity_name":"${'x'.repeat(100_000)}"}`, length: 'chunked' },
  'chunks without an end': { body: '{"entity_name":"Alder', length: 'chunked', ends: true },
  'a length that says too much': { body: '{"entity_name":"Alder', length: 90, ends: true },
  'a length that says too little': { body: '{}xx', length: 1 },
  text: { headers: { 'content-type': 'text/plain' }, body: 'hello' },
  CSV: { headers: CSV, body: 'entity_name,jurisdiction\n' },
  'a form': { headers: FORM, body: 'entity_name=Alder' },
  'a form with a file': {
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
  },
  'a picture': { headers: { 'content-type': 'image/png' }, body: Buffer.from([0x89, 0x50, 0x4e, 0x47]) },
  'JSON of another kind': { headers: { 'content-type': 'application/vnd.api+json' }, body: '{}' },
  'no type': { headers: {}, body: '{}' },
  'a type that is none': { headers: { 'content-type': 'json' }, body: '{}' },
};

/** Faults that are reported to every sender in the same way. */
const FOR_EVERY_SENDER = [
  'truncated JSON',
  'an unknown field',
  'a length over 100 kB',
  'more than 100 kB in chunks',
  'text',
  'Latin-1',
  'Latin-1 that says so',
  'a type that is none',
];

function of(as: Sender, line: string, more: Partial<EdgeRequest> & { what: string }): EdgeRequest {
  return { as, line, ...more };
}

function jsonTo(line: string, as: Sender, names: readonly string[]): EdgeRequest[] {
  return names.map((name) => ({ as, what: `${name} to ${line}`, line, headers: JSON_TYPE, ...JSON_BODIES[name] }));
}

function byEverySender(line: string, names: readonly string[]): EdgeRequest[] {
  return EVERY_SENDER.flatMap((as) => jsonTo(line, as, names));
}

const NOWHERE: EdgeRequest[] = EVERY_SENDER.flatMap((as) => [
  of(as, 'GET /v1/nothing', { what: 'an unknown route' }),
  of(as, 'GET /nothing', { what: 'an unknown route outside /v1' }),
  of(as, 'PUT /v1/verify', { what: 'a wrong method', headers: JSON_TYPE, body: '{}' }),
  of(as, 'POST /v1/nothing', { what: 'truncated JSON to an unknown route', headers: JSON_TYPE, body: '{' }),
]);

const MORE_NOWHERE: EdgeRequest[] = [
  of('key', 'DELETE /v1/verify', { what: 'another wrong method' }),
  of('key', 'OPTIONS /v1/verify', { what: 'OPTIONS' }),
  of('key', 'HEAD /v1/nothing', { what: 'HEAD' }),
  of('key', 'TRACE /v1/verify', { what: 'TRACE' }),
  of('key', 'PROPFIND /v1/verify', { what: 'a method of WebDAV' }),
  of('key', 'POST /nothing', { what: 'JSON to an unknown route', headers: JSON_TYPE, body: '{}' }),
  of('key', 'POST /v1/nothing', { what: 'too much JSON to an unknown route', headers: JSON_TYPE, length: 100_001 }),
  of('key', 'POST /v1/nothing', { what: 'CSV to an unknown route', headers: CSV, body: 'x'.repeat(120_000) }),
  of('key', 'POST /nothing', {
    what: 'too much JSON to an unknown route outside /v1',
    headers: JSON_TYPE,
    length: 100_001,
  }),
  of('key', 'POST /v1/nothing', { what: 'Latin-1 to an unknown route', headers: JSON_TYPE, body: Buffer.from([0xe9]) }),
  of('key', 'GET /v1/%ff/x', { what: 'a path that decodes to no text' }),
  of('key', 'GET /v1/entity/%00', { what: 'an id that holds a NUL' }),
  of('key', 'GET /v1/entity/%zz', { what: 'an id that does not decode' }),
  of('key', 'GET //v1/verify', { what: 'two slashes' }),
  of('key', 'QUERY /v1/verify', { what: 'QUERY without a type', body: '{}' }),
  of('key', 'QUERY /v1/verify', { what: 'QUERY', headers: JSON_TYPE, body: '{}' }),
  of('key', 'GET /v1/entity/', { what: 'a missing id, for a page', headers: { accept: 'text/html' } }),
];

/** Input sent to routes that do not take it. */
const NOT_TAKEN: EdgeRequest[] = [
  of('key', 'GET /v1/watches', { what: 'a body', headers: JSON_TYPE, body: '{"a":1}' }),
  of('key', 'GET /v1/account?a=1', { what: 'a query' }),
  of('key', 'POST /v1/verify?a=1', { what: 'a query beside a body', headers: JSON_TYPE, body: '{}' }),
  of('stranger', 'GET /v1/jurisdictions?activ=true', { what: 'an unknown field of a query' }),
  of('key', 'GET /v1/jobs?limit=1&limit=2', { what: 'a field twice' }),
  of('key', 'GET /v1/jobs?limit=ten', { what: 'a number that is none' }),
  of('key', 'GET /v1/jobs?limit[a]=1', { what: 'a part of a field' }),
  of('key', `GET /v1/jobs?${Array.from({ length: 1_000 }, (_, n) => `f${n}=1`).join('&')}`, {
    what: '1,000 fields of a query',
  }),
  of('key', 'GET /v1/jobs?cursor=%00', { what: 'a NUL in a query' }),
  of('key', 'GET /v1/jobs?__proto__=1', { what: '__proto__ in a query' }),
  ...['{}', '{"a":1}', '{', '[]', ''].map((body) =>
    of('key', 'DELETE /v1/account/keys/key_none', {
      what: `the body ${JSON.stringify(body)}`,
      headers: JSON_TYPE,
      body,
    }),
  ),
  of('key', 'DELETE /v1/account/keys/key_none', { what: 'text', headers: { 'content-type': 'text/plain' }, body: 'x' }),
  of('key', 'DELETE /v1/account/keys/key_none', { what: 'too much', headers: JSON_TYPE, length: 100_001 }),
  of('key', 'POST /v1/account/webhook-secret/rotate', { what: 'a field', headers: JSON_TYPE, body: '{"a":1}' }),
  of('key', 'POST /v1/account/webhook-secret/rotate?a=1', { what: 'a query', headers: JSON_TYPE, body: '{}' }),
  of('key', 'POST /v1/quote', { what: 'nothing', length: 'none' }),
];

/** Wrong credentials are reported first, whatever the body is. */
const CREDENTIALS: EdgeRequest[] = ['truncated JSON', 'text', 'a length over 100 kB'].flatMap((name) => {
  const body = { headers: JSON_TYPE, ...JSON_BODIES[name] };
  const beside = (headers: Record<string, string>) => ({ ...body, headers: { ...body.headers, ...headers } });
  return [
    of('stranger', 'POST /v1/verify', { what: `a wrong key and ${name}`, ...beside({ 'x-api-key': 'sk_wrong' }) }),
    of('stranger', 'POST /v1/verify', { what: `no token and ${name}`, ...beside({ authorization: 'Basic eDp5' }) }),
    of('key', 'POST /v1/verify', { what: `two credentials and ${name}`, ...beside({ authorization: 'Bearer x' }) }),
    of('reader', 'POST /v1/verify', { what: `a token without the scope and ${name}`, ...body }),
    of('stranger', 'POST /v1/admin/accounts', { what: `no admin key and ${name}`, ...body }),
    of('stranger', 'POST /v1/admin/accounts', {
      what: `a wrong admin key and ${name}`,
      ...beside({ 'x-admin-key': 'x' }),
    }),
    of('admin', 'POST /v1/admin/accounts', { what: name, ...body }),
  ];
});

const OVER_THE_LIMIT: EdgeRequest[] = ['truncated JSON', 'text', 'a length over 100 kB', 'an unknown field'].flatMap(
  (name) => {
    const body = { headers: JSON_TYPE, ...JSON_BODIES[name], limited: true };
    return [
      of('key', 'POST /v1/verify', { what: `${name}, over the limit`, ...body }),
      of('key', 'POST /v1/nothing', { what: `${name} to an unknown route, over the limit`, ...body }),
      of('stranger', 'POST /v1/auth/request-access', { what: `${name}, over the limit`, ...body }),
      of('stranger', 'POST /mcp', { what: `${name}, over the limit`, ...body }),
    ];
  },
);

/** Routes whose bodies are read by other parsers. */
const OTHER_ROUTES: EdgeRequest[] = [
  ...byEverySender('POST /mcp', ['truncated JSON', 'text', 'a length over 100 kB', 'Latin-1 that says so']),
  ...jsonTo('POST /mcp', 'stranger', [
    'no body and no type',
    'a list',
    '__proto__',
    'a form',
    'no type',
    'a type that is none',
    'UTF-16',
  ]),
  of('stranger', 'GET /mcp', { what: 'a wrong method' }),
  of('key', 'PUT /mcp', { what: 'too much', headers: JSON_TYPE, length: 100_001 }),
  ...jsonTo('POST /a2a', 'key', ['truncated JSON', 'CSV', 'more than 100 kB in chunks']),
  ...jsonTo('POST /oauth/register', 'stranger', [
    'truncated JSON',
    'text',
    'a length over 100 kB',
    'Latin-1',
    '__proto__',
  ]),
  ...jsonTo('POST /oauth/token', 'stranger', [
    'truncated JSON',
    'a form',
    'a form with a file',
    'a length over 100 kB',
  ]),
  of('stranger', 'POST /oauth/token', {
    what: 'a form that is not UTF-8',
    headers: FORM,
    body: Buffer.from([0x61, 0x3d, 0xe9]),
  }),
  ...jsonTo('POST /v1/batches', 'key', [
    'truncated JSON',
    'a form',
    'a picture',
    'no type',
    'no body and no type',
    'a length over 100 kB',
  ]),
  ...jsonTo('POST /v1/batches', 'stranger', ['truncated JSON', 'CSV']),
  of('key', 'POST /v1/batches', {
    what: 'a file of another charset',
    headers: { 'content-type': 'text/csv;charset=utf-16' },
    body: 'x',
  }),
  of('key', 'POST /v1/batches?mode=x', { what: 'an unknown field of the query', headers: CSV, body: 'entity_name\n' }),
  of('key', 'POST /v1/batches', {
    what: 'a workbook',
    headers: { 'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
    body: 'PK',
  }),
  ...jsonTo('POST /console/sign-in', 'stranger', ['truncated JSON', 'a form', 'a length over 100 kB', 'text']),
  of('stranger', 'POST /console/sign-in', { what: '1,001 fields', headers: FORM, body: 'a=1&'.repeat(1_001) }),
  of('stranger', 'POST /console/sign-in', { what: 'bytes that are not UTF-8', headers: FORM, body: 'email=%e9' }),
  of('stranger', 'POST /console/batches', {
    what: 'a form without a boundary',
    headers: { 'content-type': 'multipart/form-data' },
    body: 'x',
  }),
  of('stranger', 'POST /console/batches', {
    what: 'a form cut off',
    headers: { 'content-type': 'multipart/form-data; boundary=x' },
    body: '--x\r\n',
  }),
  ...jsonTo('POST /v1/auth/request-access', 'stranger', [...FOR_EVERY_SENDER, '__proto__', 'no body']),
  of('stranger', 'POST /v1/verify', {
    what: 'truncated JSON, for a page',
    headers: { ...JSON_TYPE, accept: 'text/html' },
    body: '{',
  }),
  of('key', 'POST /v1/verify', {
    what: 'truncated JSON, for a page',
    headers: { ...JSON_TYPE, accept: 'text/html' },
    body: '{',
  }),
];

const HARDLY_HTTP: EdgeRequest[] = [
  of('key', 'GET /v1/account', { what: '17 kB of headers', headers: { 'x-more': 'x'.repeat(17_000) } }),
  of('key', 'GET /v1/account', { what: '1 MB of headers', headers: { 'x-more': 'x'.repeat(1_000_000) } }),
  of('key', `GET /v1/entity/${'x'.repeat(9_000)}`, { what: 'an id of 9,000 letters' }),
  of('key', `GET /v1/entity/${'x'.repeat(17_000)}`, { what: 'an id of 17,000 letters' }),
  of('key', 'GET /v1/account', { what: 'a header that is none', headers: { 'x y': 'z' } }),
  of('key', 'GET /v1/account', { what: 'two lengths', headers: { 'content-length': '1', 'Content-Length': '2' } }),
  of('key', 'POST /v1/verify', {
    what: 'a length and chunks',
    headers: { ...JSON_TYPE, 'content-length': '2' },
    body: '{}',
    length: 'chunked',
  }),
  of('key', 'POST /v1/verify', {
    what: 'another framing',
    headers: { ...JSON_TYPE, 'transfer-encoding': 'gzip' },
    length: 'none',
  }),
  of('key', 'get /v1/account', { what: 'a method in small letters' }),
  of('key', 'GET v1/account', { what: 'an address without a slash' }),
  of('key', 'GET http://elsewhere.example/v1/nothing', { what: 'an address of another service' }),
  of('key', 'POST /v1/verify', {
    what: 'a body announced before it is sent',
    headers: { ...JSON_TYPE, expect: '100-continue' },
    body: '{',
  }),
  of('key', 'POST /v1/verify', {
    what: 'a length below zero',
    headers: { ...JSON_TYPE, 'content-length': '-1' },
    length: 'none',
  }),
];

/** Some 220 requests that no route expects, in the order they are sent. */
export const EDGE_REQUESTS: readonly EdgeRequest[] = [
  ...jsonTo('POST /v1/verify', 'key', Object.keys(JSON_BODIES)),
  ...jsonTo('POST /v1/verify', 'token', FOR_EVERY_SENDER),
  ...jsonTo('POST /v1/verify', 'stranger', FOR_EVERY_SENDER),
  ...NOWHERE,
  ...MORE_NOWHERE,
  ...NOT_TAKEN,
  ...CREDENTIALS,
  ...OVER_THE_LIMIT,
  ...OTHER_ROUTES,
  ...HARDLY_HTTP,
];
