import type { Page, Paged } from '../../../core/page.js';
import type { Attempt, Delivery, SigningSecrets } from '../../../core/webhooks/ports.js';
import { Empty, Facts, Link, Moment, OtherPages, PostForm, Table } from '../pages/parts.js';

export function DeliveriesPage({ deliveries: { items, total }, page }: { deliveries: Paged<Delivery>; page: Page }) {
  return (
    <>
      {items.length === 0 ? (
        <Empty>
          <p>
            Nothing was delivered yet. A request with a <code>webhook_url</code>, and a watch with an address, tell that
            address what came of it.
          </p>
        </Empty>
      ) : (
        <Table
          caption="Deliveries, the newest first"
          columns={['Event', 'To', 'State', 'Tries', 'Made']}
          numbers={['Tries']}
          rows={items.map(({ id, event, url, status, attempts, createdAt }) => [
            <Link to={`/webhooks/${id}`}>{event}</Link>,
            url,
            <DeliveryState status={status} />,
            attempts.length,
            <Moment at={createdAt} />,
          ])}
        />
      )}
      <OtherPages to="/webhooks" page={page} total={total} />
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
      <p>Keep it where your receiver finds it.</p>
      <pre>
        <code data-copy="">{current}</code>
      </pre>
      {previous ? (
        <p>
          The one before it still signs beside it until <Moment at={previous.expiresAt} />:{' '}
          <code>{previous.secret}</code>
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
            <Link to={subject.startsWith('job_') ? `/jobs/${subject}` : `/watches/${subject}`}>
              <code>{subject}</code>
            </Link>,
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

/** JSON as people read it; anything else as it is. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
}
