import { randomUUID } from 'node:crypto';
import { inCredits, PRICES } from '../../../core/billing/pricing.js';
import { TIERS } from '../../../core/registries/jurisdiction.js';
import { PERIODS, WATCH_STATUSES, type Period, type Watch } from '../../../core/watches/watch.js';
import { MAX_WEBHOOK_URL_LENGTH } from '../../../core/webhooks/public-address.js';
import type { WatchesQuery } from '../../watches/watches.dto.js';
import { Listing, TextField } from '../pages/listing.js';
import { Choice, counted, Facts, Link, Moment, PostForm } from '../pages/parts.js';
import { REPEAT_FIELD } from '../read-form.js';

const EVERY: Readonly<Record<Period, string>> = { '1d': 'every day', '7d': 'every week', '30d': 'every 30 days' };

interface WatchesProps {
  watches: readonly Watch[];
  next: Watch['id'] | undefined;
  wanted: Pick<WatchesQuery, 'status' | 'jurisdiction'>;
}

export function WatchesPage({ watches, next, wanted: { status, jurisdiction } }: WatchesProps) {
  return (
    <Listing
      to="/watches"
      csv="/watches.csv"
      wanted={{ status, jurisdiction }}
      next={next}
      nothing={
        <p>
          You have no watches. <Link to="/verify">Verify a business</Link> and watch it from its page: you are notified
          of changes, and when the register cannot be read.
        </p>
      }
      caption="Oldest first"
      columns={['Watch', 'Jurisdiction', 'How often', 'State', 'Last answer', 'Next']}
      rows={watches.map((watch) => [
        <Link to={`/watches/${watch.id}`}>{watch.id}</Link>,
        watch.jurisdiction,
        `${EVERY[watch.every]}, ${watch.tier}`,
        <WatchState watch={watch} />,
        <Moment at={watch.lastCheckedAt} />,
        <Moment at={watch.nextCheckAt} />,
      ])}
    >
      <Choice
        name="status"
        label="State"
        any="any"
        chosen={status}
        values={WATCH_STATUSES.map((each) => [each, each] as const)}
      />
      <TextField name="jurisdiction" label="Jurisdiction" value={jurisdiction} />
    </Listing>
  );
}

function WatchState({ watch: { status, pauseReason, blindSince } }: { watch: Watch }) {
  if (status === 'paused') return <span class="state unsure">paused: {pauseReason?.replaceAll('_', ' ')}</span>;
  return blindSince ? <span class="state unreachable">cannot see</span> : <span class="state found">watching</span>;
}

export function WatchPage({ watch }: { watch: Watch }) {
  return (
    <>
      <Facts
        of={[
          ['State', <WatchState watch={watch} />],
          ['Business', <Link to={`/entities/${watch.entityId}`}>{watch.entityId}</Link>],
          ['Notify about', watch.on ? watch.on.join(', ') : 'every change'],
          ['Since', <Moment at={watch.createdAt} />],
          ['Last answer', <Moment at={watch.lastCheckedAt} />],
          ['Cannot see since', watch.blindSince && <Moment at={watch.blindSince} />],
          ['Next', <Moment at={watch.nextCheckAt} />],
        ]}
      />
      <PostForm to={`/watches/${watch.id}/check`}>
        <input type="hidden" name={REPEAT_FIELD} value={randomUUID()} />
        <button>Look now ({inCredits(PRICES[watch.tier])})</button>
      </PostForm>
      <h2>Change it</h2>
      <PostForm to={`/watches/${watch.id}`} className="column">
        <WatchFields watch={watch} />
        <button class="first">Change</button>
      </PostForm>
      <h2>End it</h2>
      <PostForm to={`/watches/${watch.id}/delete`}>
        <button class="danger">End this watch</button>
      </PostForm>
    </>
  );
}

/** On the page of an entity. */
export function WatchForm({ entityId }: { entityId: string }) {
  return (
    <PostForm to="/watches" className="column">
      <input type="hidden" name={REPEAT_FIELD} value={randomUUID()} />
      <input type="hidden" name="entity_id" value={entityId} />
      <WatchFields />
      <button>Watch it</button>
    </PostForm>
  );
}

function WatchFields({ watch }: { watch?: Watch }) {
  return (
    <>
      <Choice
        name="every"
        label="How often"
        chosen={watch?.every ?? '7d'}
        values={PERIODS.map((every) => [every, EVERY[every]] as const)}
      />
      <Choice
        name="tier"
        label="Tier"
        chosen={watch?.tier ?? 'quick'}
        values={TIERS.map((tier) => [tier, `${tier}, ${inCredits(PRICES[tier])} a time`] as const)}
      />
      <label>
        Webhook URL (optional; empty: only the event feed)
        <input name="webhook_url" type="url" maxLength={MAX_WEBHOOK_URL_LENGTH} value={watch?.webhookUrl ?? ''} />
      </label>
      <label>
        Maximum credits a month (optional)
        <input
          name="max_credits_per_month"
          inputMode="numeric"
          value={watch?.maxCreditsPerMonth === undefined ? '' : counted(watch.maxCreditsPerMonth).replaceAll(',', '')}
        />
      </label>
    </>
  );
}
