import { printable } from '../cli/print.js';
import type { Arrival } from './receiver.js';

export type Tone = 'green' | 'red' | 'yellow' | 'dim' | 'bold';
export type Paint = (tone: Tone, text: string) => string;

const TONES: Record<string, Tone> = { completed: 'green', failed: 'red', refunded: 'yellow' };

export function describeArrival(arrival: Arrival, at: Date, paint: Paint): string {
  const { event, body, webhookId, again } = arrival;
  const time = at.toTimeString().slice(0, 8);
  const field = (name: string) => text(event?.[name]);
  const title = event
    ? `${paint(TONES[field('status')] ?? 'bold', field('event'))}  ${paint('bold', field('entity_name'))} in ${field('jurisdiction')}`
    : paint('red', `not JSON: ${printable(body.slice(0, 200))}`);
  const lines = [
    title,
    ...(event
      ? [`${outcome(event)}; ${credits(event)}`, paint('dim', `${field('job_id')}  ${printable(webhookId)}`)]
      : []),
    ...(again ? [paint('yellow', 'the same event again: a receiver must act on each webhook-id once')] : []),
    signatures(arrival, paint),
  ];
  return lines.map((line, i) => (i === 0 ? `${time}  ${line}` : `          ${line}`)).join('\n');
}

function outcome(event: Record<string, unknown>): string {
  if (event['error'] !== undefined) return text(event['error']);
  if (event['status'] === 'refunded') return 'refunded by an administrator';
  const data = event['data'] as Record<string, unknown> | null | undefined;
  if (!data) return 'no such business in the register';
  const standing =
    data['good_standing'] === true
      ? 'in good standing'
      : data['good_standing'] === false
        ? 'not in good standing'
        : 'standing not published';
  return `${text(data['entity_name'])}: ${text(data['status'])}, ${standing}, confidence ${text(data['confidence'])}`;
}

function credits(event: Record<string, unknown>): string {
  const charged = Number(event['credits_charged']);
  return `${charged} ${charged === 1 ? 'credit' : 'credits'} charged${event['credits_refunded'] === true ? ' and refunded' : ''}`;
}

function signatures({ signatures: check }: Arrival, paint: Paint): string {
  if (!check) return paint('yellow', 'signature not checked: give --secret or --key');
  const said = (name: string, good: boolean) => (good ? paint('green', `${name} ok`) : paint('red', `${name} WRONG`));
  return `${said('X-Service-Signature', check.contract)}  ${said('webhook-signature', check.standard)}`;
}

function text(value: unknown): string {
  return printable(typeof value === 'string' ? value : JSON.stringify(value ?? null));
}
