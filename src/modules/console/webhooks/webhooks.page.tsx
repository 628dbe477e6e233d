import { DELIVERY_STATUSES, type Attempt, type Delivery, type SigningSecrets } from '../../../core/webhooks/ports.js';
import { MAX_WEBHOOK_URL_LENGTH } from '../../../core/webhooks/public-address.js';
import type { DeliveriesQuery } from '../../webhooks/webhooks.dto.js';
import { Listing, TextField } from '../pages/listing.js';
import { Choice, Facts, Link, Moment, PostForm, Wrong } from '../pages/parts.js';

interface DeliveriesProps {
  deliveries: readonly Delivery[];
  next: Delivery['id'] | undefined;
  wanted: Pick<DeliveriesQuery, 'status' | 'text'>;
  wrong?: string | undefined;
}

export function DeliveriesPage({ deliveries, next, wanted: { status, text }, wrong }: DeliveriesProps) {
  return (
    <>
      <Wrong>{wrong}</Wrong>
      <Listing
        to="/webhooks"
        csv="/webhooks.csv"
        wanted={{ status, text }}
        next={next}
        nothing={
          <p>
            No deliveries yet. A request or a watch with a <code>webhook_url</code> sends its events there.
          </p>
        }
        caption="Deliveries, the newest first"
        columns={['Event', 'To', 'State', 'Tries', 'Made']}
        numbers={['Tries']}
        rows={deliveries.map((delivery) => [
          <Link to={`/webhooks/${delivery.id}`}>{delivery.event}</Link>,
          delivery.url,
          <DeliveryState status={delivery.status} />,
          delivery.attempts.length,
          <Moment at={delivery.createdAt} />,
        ])}
      >
        <Choice
          name="status"
          label="State"
          any="any"
          chosen={status}
          values={DELIVERY_STATUSES.map((each) => [each, each] as const)}
        />
        <TextField label="Address" value={text} />
      </Listing>
      <h2>Test a receiver</h2>
      <p>
        It receives the event <code>webhook.test</code>, signed like every other event. This is free.
      </p>
      <PostForm to="/webhooks/test">
        <label>
          Its https address
          <input name="webhook_url" type="url" maxLength={MAX_WEBHOOK_URL_LENGTH} required autocomplete="off" />
        </label>
        <button>Send a test event</button>
      </PostForm>
      <h2>Secret</h2>
      <p>It signs every delivery, so that your receiver knows who sent it.</p>
      <PostForm to="/webhooks/secret">
        <button>Show the secret</button>
      </PostForm>
      <PostForm to="/webhooks/secret/rotate">
        <button>Make a new secret</button>
      </PostForm>
    </>
  );
}

export function SecretPage({ secrets: { current, previous } }: { secrets: SigningSecrets }) {
  return (
    <>
      <p>Store it where your receiver can read it.</p>
      <pre>
        <code data-copy="">{current}</code>
      </pre>
      {previous ? (
        <p>
          The previous secret also signs until <Moment at={previous.expiresAt} />: <code>{previous.secret}</code>
        </p>
      ) : null}
      <p>
        <Link to="/webhooks">Back to the deliveries</Link>
      </p>
    </>
  );
}

function DeliveryState({ status }: Pick<Delivery, 'status'>) {
  const kind = { delivered: 'found', failed: 'unreachable', pending: 'pending' }[status];
  return <span class={`state ${kind}`}>{status}</span>;
}

export function DeliveryPage({ delivery }: { delivery: Delivery & { body: string } }) {
  const { id, event, url, status, subject, attempts, createdAt, nextAttemptAt, body } = delivery;
  return (
    <>
      <Facts
        of={[
          ['State', <DeliveryState status={status} />],
          ['To', url],
          ['Event', event],
          [
            'About',
            subject && (
              <Link to={pathOf(subject)}>
                <code>{subject}</code>
              </Link>
            ),
          ],
          ['Made', <Moment at={createdAt} />],
          ['Next try', nextAttemptAt && <Moment at={nextAttemptAt} />],
        ]}
      />
      <PostForm to={`/webhooks/${id}/redeliver`}>
        <button>Deliver it again</button>
      </PostForm>
      <h2>Body</h2>
      <pre>
        <code>{indented(body)}</code>
      </pre>
      <h2>Tries</h2>
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
          ['Answer', responseStatus === undefined ? undefined : String(responseStatus)],
          ['No answer', error],
          ['Took', `${durationMs} ms`],
        ]}
      />
      {responseBody ? (
        <pre>
          <code>{responseBody}</code>
        </pre>
      ) : null}
      {requestHeaders ? (
        <details>
          <summary>Headers that were sent</summary>
          <pre>
            <code>{indented(JSON.stringify(requestHeaders))}</code>
          </pre>
        </details>
      ) : null}
    </section>
  );
}

function pathOf(subject: NonNullable<Delivery['subject']>): string {
  if (subject.startsWith('bat_')) return `/batches/${subject}`;
  return subject.startsWith('job_') ? `/jobs/${subject}` : `/watches/${subject}`;
}

/** JSON as people read it; anything else as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
