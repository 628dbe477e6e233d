// tls-caller-process ADDRESS KEY: a customer behind the proxy that terminates TLS, run in the
// engine's network. Prints its observations as JSON.
const [address = '', key = ''] = process.argv.slice(2);
const plain = 'http://localhost:8080';

const verified = await fetch(`${address}/v1/verify`, {
  method: 'POST',
  headers: { 'x-api-key': key, 'content-type': 'application/json', prefer: 'wait=10' },
  body: JSON.stringify({ entity_name: 'Imaginary Lanterns LLC', jurisdiction: 'us-co' }),
});
const { data } = (await verified.json()) as { data?: { entity_name: string } };
const account = await fetch(`${address}/v1/account`, { headers: { 'x-api-key': key } });
const { credit_balance: balance } = (await account.json()) as { credit_balance: number };
const document = await fetch(`${address}/openapi.json`, { headers: { 'accept-encoding': 'gzip' } });
const metrics = await fetch(`${address}/metrics`);
const page = await fetch(plain, { redirect: 'manual' });
const api = await fetch(`${plain}/v1/config`, { redirect: 'manual' });
const { error } = (await api.json()) as { error: { code: string } };

const csv = { 'x-api-key': key, 'content-type': 'text/csv' };
const upload = async (body: string) => {
  const answer = await fetch(`${address}/v1/batches`, { method: 'POST', headers: csv, body });
  const said = (await answer.json()) as { accepted?: number; error?: { code: string } };
  return { status: answer.status, accepted: said.accepted, code: said.error?.code };
};
// 60 MB; `large` plus 8 MB exceeds the upload limit.
const rows = Array.from({ length: 100_000 }, (_, i) => `Name ${i} ${'ä'.repeat(200)},us-co,${'i'.repeat(190)}`);
const large = `entity_name,jurisdiction,custom_id\n${rows.join('\n')}\n`;
const uploaded = await upload(large);
const refused = await upload(large + 'x'.repeat(8_000_000));
const wrongPlace = await fetch(`${address}/v1/verify`, {
  method: 'POST',
  headers: { 'x-api-key': key, 'content-type': 'application/json' },
  body: JSON.stringify({ entity_name: 'x'.repeat(300_000), jurisdiction: 'us-co' }),
});
const { error: tooLarge } = (await wrongPlace.json()) as { error: { code: string } };

console.log(
  JSON.stringify({
    verified: { status: verified.status, name: data?.entity_name },
    balance,
    compressed: document.headers.get('content-encoding'),
    strict: document.headers.get('strict-transport-security'),
    metrics: metrics.status,
    plainPage: { status: page.status, location: page.headers.get('location') },
    megabytes: Math.round(Buffer.byteLength(large) / 1_000_000),
    uploaded,
    refused,
    tooLarge: { status: wrongPlace.status, code: tooLarge.code },
    plainApi: { status: api.status, code: error.code },
  }),
);
process.exit(0);
