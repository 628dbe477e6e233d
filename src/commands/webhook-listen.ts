import { parseArgs, styleText } from 'node:util';
import { describeArrival, type Paint } from './listen/describe-arrival.js';
import { listen } from './listen/receiver.js';

// npm run webhook:listen -- [--port 4000] [--secret whsec_... | --key stnd_... [--service http://127.0.0.1:3000]] [--status 204]
// Receives webhooks on this machine, checks their signatures and prints them. --key fetches the account's secret from the service.

const OPTIONS = {
  port: { type: 'string', default: '4000' },
  secret: { type: 'string' },
  key: { type: 'string' },
  service: { type: 'string', default: 'http://127.0.0.1:3000' },
  status: { type: 'string', default: '204' },
} as const;

const paint: Paint = (tone, text) =>
  process.stdout.isTTY && process.stdout.hasColors() ? styleText(tone, text) : text;
const say = (line: string) => void process.stdout.write(`${line}\n`);

try {
  const { values } = parseArgs({ options: OPTIONS });
  const secret = values.secret ?? (values.key && (await secretOf(values.key, values.service)));
  const { url, close } = await listen({
    port: whole('--port', values.port, 0, 65_535),
    status: whole('--status', values.status, 200, 599),
    secret,
    onArrival: (arrival) => say(`${describeArrival(arrival, new Date(), paint)}\n`),
  });
  say(`Listening. Give ${paint('bold', url)} as webhook_url to a service that runs with WEBHOOK_ALLOW_PRIVATE=true.`);
  say(secret ? 'Signatures are checked.\n' : 'Signatures are not checked: give --secret, or --key to fetch it.\n');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function secretOf(key: string, service: string): Promise<string> {
  const response = await fetch(new URL('/v1/account/webhook-secret', service), { headers: { 'x-api-key': key } }).catch(
    (error: unknown) => {
      throw new Error(`${service} cannot be reached`, { cause: error });
    },
  );
  const body = (await response.json()) as { secret?: string; error?: { message: string } };
  if (!body.secret) throw new Error(`the secret could not be fetched: ${body.error?.message ?? response.status}`);
  return body.secret;
}

function whole(name: string, text: string, least: number, most: number): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new Error(`${name} must be a whole number from ${least} to ${most}`);
  }
  return value;
}
