/** The advice for callers of the API, in the words of the command line. */
const WORDS: readonly [RegExp, string][] = [
  [/GET \/v1\/jurisdictions lists the codes/g, 'The page /docs/reference/coverage of the service lists the codes'],
  [/Send your key in the X-API-Key header/g, 'Give a key with --key, STANDING_KEY or standing login'],
  [/POST \/v1\/auth\/request-access gets you one/g, 'The page /console/keys of the service makes one'],
  [
    /or get a new one with POST \/v1\/auth\/request-access/g,
    'or make a new one at the page /console/keys of the service',
  ],
  [/with POST \/v1\/billing\/purchase/g, 'at the page /console/billing of the service'],
  [/with POST \/v1\/batches\/\{id\}\/cancel/g, 'at the page /console/batches of the service'],
  [/GET \/v1\/batches(?:\/\{id\})? (?=lists|shows)/g, 'The page /console/batches of the service '],
  [/ with a new Idempotency-Key/g, ''],
  [/\b(?:body|query)\.jurisdiction_id\b/g, '--number'],
  [/\b(?:body|query)\.(?:jurisdictions(?:\[\d+\])?|jurisdiction)\b/g, 'JURISDICTION'],
  [/\b(?:body|query)\.entity_name\b/g, 'NAME'],
  [/\b(?:body|query)\.(address|officer|limit)\b/g, '--$1'],
  [/\b(?:body|query)\.max_credits\b/g, '--max-credits'],
  [/\bforce_refresh\b/g, '--fresh'],
  [/\b(?:body\.)?tier: ?"?deep"?/g, '--deep'],
];

/** Translates a message or suggestion of the service; messages of registers stay as they are. */
export function commandWords(text: string): string {
  return WORDS.reduce((told, [http, command]) => told.replace(http, command), text);
}
