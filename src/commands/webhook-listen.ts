import { styleText } from 'node:util';
import { urlOf } from './cli/ask-service.js';
import { runCommand, wholeNumber } from './cli/command.js';
import { printJson } from './cli/print.js';
import { WEBHOOK_LISTEN } from './cli/definitions.js';
import { describeArrival, type Paint } from './listen/describe-arrival.js';
import { listen, type Arrival } from './listen/receiver.js';

const paint: Paint = (tone, text) =>
  process.stdout.isTTY && process.stdout.hasColors() ? styleText(tone, text) : text;
const say = (line: string) => void process.stdout.write(`${line}\n`);

await runCommand(WEBHOOK_LISTEN, async ({ values }) => {
  const port = wholeNumber('--port', values.port, 0, 65_535);
  const status = wholeNumber('--status', values.status, 200, 599);
  const secret = values.secret ?? (values.key && (await secretOf(values.key, urlOf(values.url))));
  const { url, close } = await listen({
    port,
    status,
    secret,
    onArrival: (arrival) =>
      values.json ? printJson(jsonOf(arrival)) : say(`${describeArrival(arrival, new Date(), paint)}\n`),
  });
  // With --json, stdout contains only events.
  const tell = values.json ? (line: string) => void process.stderr.write(`${line}\n`) : say;
  tell(`Listening. Give ${paint('bold', url)} as webhook_url to a service that runs with WEBHOOK_ALLOW_PRIVATE=true.`);
  tell(secret ? 'Signatures are checked.\n' : 'Signatures are not checked: give --secret, or --key to fetch it.\n');
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
});

function jsonOf({ webhookId, again, signatures, event }: Arrival): object {
  return { webhook_id: webhookId, again, signatures, event };
}

async function secretOf(key: string, service: string): Promise<string> {
  const response = await fetch(new URL('/v1/account/webhook-secret', service), { headers: { 'x-api-key': key } });
  const body = (await response.json()) as { secret?: string; error?: { message: string } };
  if (!body.secret) throw new Error(`the secret could not be fetched: ${body.error?.message ?? response.status}`);
  return body.secret;
}
