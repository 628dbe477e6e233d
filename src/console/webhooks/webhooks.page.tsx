import { DELIVERY_STATUSES, type Attempt, type Delivery, type SigningSecrets } from '../../core/webhooks/ports.js';
import { MAX_WEBHOOK_URL_LENGTH } from '../../core/webhooks/public-address.js';
import { Field } from '../pages/form.js';
import { FilterChoice, Listing, TextField } from '../pages/listing.js';
import { Facts, Link, Moment, PostForm } from '../pages/parts.js';
import type { Columns } from '../csv-file.js';

export const DELIVERY_COLUMNS: Columns<Delivery> = {
  delivery_id: ({ id }) => id,
  event: ({ event }) => event,
  subject: ({ subject }) => subject,
  url: ({ url }) => url,
  status: ({ status }) => status,
  attempts: ({ attempts }) => attempts.length,
  response_status: ({ attempts }) => attempts.at(-1)?.responseStatus,
  error: ({ attempts }) => attempts.at(-1)?.error,
  created_at: ({ createdAt }) => createdAt,
  next_attempt_at: ({ nextAttemptAt }) => nextAttemptAt,
};

export function DeliveriesPage({ deliveries }: { deliveries: readonly Delivery[] }) {
  return (
    <>
      <Listing
        to="/webhooks"
        nothing={
          <p>
            No deliveries yet. A request or a watch with a <code>webhook_url</code> sends its events there.
          </p>
        }
        caption="Deliveries, newest first"
        times="real"
        columns={['Event', 'URL', 'Status', 'Attempts', 'Created']}
        numbers={['Attempts']}
        rows={deliveries.map((delivery) => [
          <Link to={`/webhooks/${delivery.id}`}>{delivery.event}</Link>,
          delivery.url,
          <DeliveryState status={delivery.status} />,
          delivery.attempts.length,
          <Moment at={delivery.createdAt} />,
        ])}
      >
        <FilterChoice name="status" label="Status" values={DELIVERY_STATUSES} />
        <TextField label="URL" />
      </Listing>
      <h2>Test an endpoint</h2>
      <p>
        Sends the event <code>webhook.test</code>, signed like every other event. Free.
      </p>
      <PostForm to="/webhooks/test">
        <Field
          name="webhook_url"
          label="Webhook URL"
          input={{ type: 'url', maxLength: MAX_WEBHOOK_URL_LENGTH, required: true, autocomplete: 'off' }}
        />
        <button>Send a test event</button>
      </PostForm>
      <h2>Signing secret</h2>
      <p>Signs every delivery, so that your endpoint can verify the sender.</p>
      <PostForm to="/webhooks/secret">
        <button>Show secret</button>
      </PostForm>
      <PostForm to="/webhooks/secret/rotate">
        <button>Rotate secret</button>
      </PostForm>
    </>
  );
}

export function SecretPage({ secrets: { current, previous } }: { secrets: SigningSecrets }) {
  return (
    <>
      <p>Store it where your endpoint can read it.</p>
      <pre>
        <code data-copy="">{current}</code>
      </pre>
      {previous ? (
        <p>
          The previous secret still signs until <Moment at={previous.expiresAt} />: <code>{previous.secret}</code>
        </p>
      ) : null}
      <p>
        <Link to="/webhooks">Back to webhooks</Link>
      </p>
    </>
  );
}

function DeliveryState({ status }: Pick<Delivery, 'status'>) {
  const kind = { delivered: 'good', failed: 'bad', pending: 'grey' }[status];
  return <span class={`state ${kind}`}>{status}</span>;
}

interface DeliveryProps {
  delivery: Delivery & { body: string };
  /** The watch that is its subject, if that still exists. */
  watches: ReadonlySet<string>;
}

export function DeliveryPage({ delivery, watches }: DeliveryProps) {
  const { id, event, url, status, subject, attempts, createdAt, nextAttemptAt, body } = delivery;
  return (
    <>
      <Facts
        of={[
          ['Status', <DeliveryState status={status} />],
          ['URL', url],
          ['Event', event],
          ['Subject', subject && <Subject id={subject} watches={watches} />],
          ['Created', <Moment at={createdAt} />],
          ['Next attempt', nextAttemptAt && <Moment at={nextAttemptAt} />],
        ]}
      />
      <PostForm to={`/webhooks/${id}/redeliver`}>
        <button>Redeliver</button>
      </PostForm>
      <h2>Body</h2>
      <pre>
        <code>{indented(body)}</code>
      </pre>
      <h2>Attempts</h2>
      {attempts.length === 0 ? (
        <p>None yet.</p>
      ) : (
        attempts.map((attempt) => <Try key={attempt.number} attempt={attempt} />)
      )}
    </>
  );
}

function Try({ attempt }: { attempt: Attempt }) {
  const { number, at, durationMs, responseStatus, responseBody, error, requestHeaders } = attempt;
  return (
    <section>
      <h3>
        {number}. <Moment at={at} />
      </h3>
      <Facts
        of={[
          ['Response', responseStatus === undefined ? undefined : String(responseStatus)],
          ['Error', error],
          ['Duration', `${durationMs} ms`],
        ]}
      />
      {responseBody ? (
        <pre>
          <code>{responseBody}</code>
        </pre>
      ) : null}
      {requestHeaders ? (
        <details>
          <summary>Request headers</summary>
          <pre>
            <code>{indented(JSON.stringify(requestHeaders))}</code>
          </pre>
        </details>
      ) : null}
    </section>
  );
}

function Subject({ id, watches }: { id: NonNullable<Delivery['subject']>; watches: ReadonlySet<string> }) {
  const shown = <code>{id}</code>;
  if (id.startsWith('wch_') && !watches.has(id)) return <>{shown}, which has ended</>;
  return <Link to={pathOf(id)}>{shown}</Link>;
}

function pathOf(subject: NonNullable<Delivery['subject']>): string {
  if (subject.startsWith('bat_')) return `/batches/${subject}`;
  return subject.startsWith('job_') ? `/jobs/${subject}` : `/watches/${subject}`;
}

/** Indents JSON; leaves other text unchanged. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
