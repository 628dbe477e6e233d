// tls-caller-process ADDRESS KEY: a customer of the service behind the proxy that ends TLS, run in the engine's network. Prints what it saw as JSON.
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

console.log(
  JSON.stringify({
    verified: { status: verified.status, name: data?.entity_name },
    balance,
    compressed: document.headers.get('content-encoding'),
    strict: document.headers.get('strict-transport-security'),
    metrics: metrics.status,
    plainPage: { status: page.status, location: page.headers.get('location') },
    plainApi: { status: api.status, code: error.code },
  }),
);
process.exit(0);
