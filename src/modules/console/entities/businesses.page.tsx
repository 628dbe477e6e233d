import type { AskedBusiness } from '../../../core/entities/ports.js';
import { Listing, TextField } from '../pages/listing.js';
import { inAddress, Link, Moment, YesOrNo } from '../pages/parts.js';
import type { EntitiesQuery } from '../../entities/entities.dto.js';

export const BUSINESS_COLUMNS = [
  'entity_id',
  'name',
  'jurisdiction',
  'jurisdiction_id',
  'status',
  'good_standing',
  'tier',
  'retrieved_at',
  'asked_on',
  'watch_id',
];

export function businessCells({ entity, tier, askedOn, watchId }: AskedBusiness) {
  const { id, jurisdiction, record, provenance } = entity;
  const facts = [record.name, jurisdiction, record.id, record.status, record.goodStanding ?? undefined];
  return [id, ...facts, tier, provenance.retrievedAt, askedOn, watchId];
}

interface BusinessesProps {
  businesses: readonly AskedBusiness[];
  next: string | undefined;
  wanted: Pick<EntitiesQuery, 'text' | 'jurisdiction' | 'watched'>;
}

export function BusinessesPage({ businesses, next, wanted: { text, jurisdiction, watched } }: BusinessesProps) {
  return (
    <Listing
      to="/entities"
      csv="/entities.csv"
      wanted={{ text, jurisdiction, watched: inAddress(watched) }}
      next={next}
      nothing={
        <p>
          No businesses yet. Businesses that you <Link to="/verify">verify</Link> are listed here with their latest
          facts.
        </p>
      }
      caption="Businesses this account has verified, with their latest facts"
      columns={['Business', 'Jurisdiction', 'Number', 'Status', 'Good standing', 'As of', 'Watched']}
      rows={businesses.map(({ entity, watchId }) => [
        <Link to={`/entities/${entity.id}`}>{entity.record.name}</Link>,
        entity.jurisdiction,
        entity.record.id,
        entity.record.statusDetail ?? entity.record.status,
        standingOf(entity.record.goodStanding),
        <Moment at={entity.provenance.retrievedAt} />,
        watchId ? <Link to={`/watches/${watchId}`}>watched</Link> : 'no',
      ])}
    >
      <TextField label="Name" value={text} />
      <TextField name="jurisdiction" label="Jurisdiction" value={jurisdiction} />
      <YesOrNo name="watched" label="Watched" chosen={watched} />
    </Listing>
  );
}

function standingOf(good: boolean | null) {
  if (good === null) return 'not stated';
  return good ? <span class="state found">good</span> : <span class="state unreachable">not good</span>;
}
