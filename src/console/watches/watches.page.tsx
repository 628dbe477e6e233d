import { CHANGE_CODES, type ChangeCode, CHANGE_WORDS } from '../../core/watches/comparison/compare.js';
import type { ReportedFact } from '../../core/watches/facts.js';
import { inCredits, PRICES } from '../../core/billing/pricing.js';
import { MAX_REFERENCE_LENGTH } from '../../core/limits.js';
import type { ListedJob } from '../../core/verification/ports.js';
import { TIERS } from '../../core/registries/jurisdiction.js';
import { PAUSED_AT_MOST_DAYS, PERIODS, WATCH_STATUSES, type Period, type Watch } from '../../core/watches/watch.js';
import { MAX_WEBHOOK_URL_LENGTH } from '../../core/webhooks/public-address.js';
import { jobTable, type JobsLater } from '../jobs/jobs.page.js';
import { FactTimeline } from '../monitoring/facts.page.js';
import { Box, Field } from '../pages/form.js';
import { FilterChoice, Listing, PlaceChoice } from '../pages/listing.js';
import { Choice, Facts, Link, Moment, placeName, PostForm, Table } from '../pages/parts.js';
import { useView } from '../pages/view.js';
import type { Columns } from '../csv-file.js';

export const WATCH_COLUMNS: Columns<Watch> = {
  watch_id: ({ id }) => id,
  entity_id: ({ entityId }) => entityId,
  jurisdiction: ({ jurisdiction }) => jurisdiction,
  status: ({ status }) => status,
  reason: ({ pauseReason }) => pauseReason,
  every: ({ every }) => every,
  tier: ({ tier }) => tier,
  webhook_url: ({ webhookUrl }) => webhookUrl,
  max_credits_per_month: ({ maxCreditsPerMonth }) => maxCreditsPerMonth,
  created_at: ({ createdAt }) => createdAt,
  last_checked_at: ({ lastCheckedAt }) => lastCheckedAt,
  next_check_at: ({ nextCheckAt }) => nextCheckAt,
  blind_since: ({ blindSince }) => blindSince,
  reference: ({ reference }) => reference,
};

const EVERY: Readonly<Record<Period, string>> = { '1d': 'every day', '7d': 'every week', '30d': 'every 30 days' };

interface WatchesProps {
  watches: readonly Watch[];
  /** Names of the businesses, by id. */
  names: ReadonlyMap<string, string>;
}

export function WatchesPage({ watches, names }: WatchesProps) {
  const { sandbox } = useView();
  return (
    <Listing
      to="/watches"
      nothing={
        <p>
          You have no watches. <Link to="/verify">Verify a business</Link> and watch it from its page: you are notified
          of changes, and when the register cannot be read.
        </p>
      }
      caption="Watches, oldest first"
      times="watches"
      columns={['Business', 'Jurisdiction', 'Frequency', 'Status', 'Last checked', 'Next check']}
      rows={watches.map((watch) => [
        <Link to={`/watches/${watch.id}`}>{names.get(watch.entityId) ?? watch.entityId}</Link>,
        placeName(watch.jurisdiction),
        `${EVERY[watch.every]}, ${watch.tier}`,
        <WatchState watch={watch} />,
        <Moment at={watch.lastCheckedAt} isSandbox={sandbox} />,
        <Moment at={watch.nextCheckAt} isSandbox={sandbox} />,
      ])}
    >
      <FilterChoice name="status" label="Status" values={WATCH_STATUSES} />
      <PlaceChoice />
    </Listing>
  );
}

function WatchState({ watch: { status, pauseReason, blindSince } }: { watch: Watch }) {
  if (status !== 'active')
    return <span class="state warning">{`${status}: ${pauseReason?.replaceAll('_', ' ')}`}</span>;
  return blindSince ? <span class="state bad">register not responding</span> : <span class="state good">active</span>;
}

interface WatchProps {
  watch: Watch;
  name: string;
  facts: readonly ReportedFact[];
  /** The latest, newest first. */
  checks: readonly ListedJob[];
  later: JobsLater;
}

export function WatchPage({ watch, name, facts, checks, later }: WatchProps) {
  const { sandbox } = useView();
  return (
    <>
      <Facts
        of={[
          ['Status', <WatchState watch={watch} />],
          ['Business', <Link to={`/entities/${watch.entityId}`}>{name}</Link>],
          ['Notify about', watch.on ? watch.on.map((code) => CHANGE_WORDS[code]).join(', ') : 'every change'],
          ['Reference', watch.reference],
          ['Created', <Moment at={watch.createdAt} />],
          ['Last checked', <Moment at={watch.lastCheckedAt} isSandbox={sandbox} />],
          ['No response since', watch.blindSince && <Moment at={watch.blindSince} isSandbox={sandbox} />],
          ['Next check', <Moment at={watch.nextCheckAt} isSandbox={sandbox} />],
          ['Ended', watch.endedAt && <Moment at={watch.endedAt} isSandbox={sandbox} />],
          ['Watch ID', <code>{watch.id}</code>],
        ]}
      />
      {watch.endedAt ? (
        <p>It was paused for {PAUSED_AT_MOST_DAYS} days. Start a new watch on the page of the business.</p>
      ) : (
        <CheckForm watch={watch} />
      )}
      <h2>Changes found</h2>
      <FactTimeline facts={facts} />
      <h2>Checks</h2>
      {checks.length === 0 ? (
        <p>No checks yet.</p>
      ) : (
        <>
          <Table {...jobTable(checks, later, 'Latest checks, newest first')} />
          <p class="screen">
            <Link to={`/jobs?watch_id=${watch.id}`}>All checks</Link>
          </p>
        </>
      )}
      {watch.endedAt ? undefined : <EditForm watch={watch} />}
      <h2>{watch.endedAt ? 'Delete' : 'End'} this watch</h2>
      <PostForm to={`/watches/${watch.id}/delete`}>
        <button class="danger">{watch.endedAt ? 'Delete' : 'End'} watch</button>
      </PostForm>
    </>
  );
}

function CheckForm({ watch }: { watch: Watch }) {
  return (
    <PostForm to={`/watches/${watch.id}/check`}>
      <button>Check now ({inCredits(PRICES[watch.tier])})</button>
    </PostForm>
  );
}

function EditForm({ watch }: { watch: Watch }) {
  return (
    <>
      <h2>Edit</h2>
      <PostForm to={`/watches/${watch.id}`} className="column">
        <WatchFields watch={watch} />
        <button class="first">Save changes</button>
      </PostForm>
    </>
  );
}

/** Used on the page of an entity. */
export function WatchForm({ entityId }: { entityId: string }) {
  return (
    <PostForm to="/watches" className="column">
      <input type="hidden" name="entity_id" value={entityId} />
      <WatchFields />
      <button>Start watching</button>
    </PostForm>
  );
}

function WatchFields({ watch }: { watch?: Watch }) {
  return (
    <>
      <Choice
        name="every"
        label="Frequency"
        chosen={watch?.every ?? '7d'}
        values={PERIODS.map((every) => [every, EVERY[every]] as const)}
      />
      <Choice
        name="tier"
        label="Tier"
        chosen={watch?.tier ?? 'quick'}
        values={TIERS.map((tier) => [tier, `${tier}, ${inCredits(PRICES[tier])} per check`] as const)}
      />
      <CodeBoxes on={watch?.on} />
      <Field
        name="webhook_url"
        label="Webhook URL (optional; the event feed has every event)"
        value={watch?.webhookUrl}
        input={{ type: 'url', maxLength: MAX_WEBHOOK_URL_LENGTH }}
      />
      <Field
        name="max_credits_per_month"
        label="Maximum credits per month (optional)"
        value={watch?.maxCreditsPerMonth?.toString()}
        input={{ inputMode: 'numeric' }}
      />
      <Field
        name="reference"
        label="Your reference (optional)"
        hint="It stays with the record of each check."
        value={watch?.reference}
        input={{ maxLength: MAX_REFERENCE_LENGTH, autocomplete: 'off' }}
      />
    </>
  );
}

export const CODE_BOX = 'on:';

/** The changes to report; none ticked means all. */
function CodeBoxes({ on }: { on: readonly ChangeCode[] | undefined }) {
  return (
    <fieldset>
      <legend>Notify me when (none selected: any change)</legend>
      {CHANGE_CODES.map((code) => (
        <Box key={code} name={CODE_BOX + code} checked={on?.includes(code) ?? false}>
          {CHANGE_WORDS[code]}
        </Box>
      ))}
    </fieldset>
  );
}
