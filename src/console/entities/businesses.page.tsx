import { type LaterStanding, standingOfEntity } from '../../core/entities/later-standing.js';
import type { AskedBusiness } from '../../core/entities/ports.js';
import { Listing, PlaceChoice, TextField } from '../pages/listing.js';
import { inAddress, Link, Moment, placeName, YesOrNo } from '../pages/parts.js';
import { StandingChoice, StandingSign } from '../pages/signs.js';
import type { BusinessesQuery } from './businesses.dto.js';

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
  'standing',
];

export function businessCells({ entity, tier, askedOn, watchId }: AskedBusiness) {
  const { id, jurisdiction, record, provenance } = entity;
  const facts = [record.name, jurisdiction, record.id, record.status, record.goodStanding ?? undefined];
  return [id, ...facts, tier, provenance.retrievedAt, askedOn, watchId, standingOfEntity(entity)];
}

interface BusinessesProps {
  businesses: readonly AskedBusiness[];
  /** The later standing of each, in their order. */
  later: readonly (LaterStanding | undefined)[];
  next: string | undefined;
  wanted: Pick<BusinessesQuery, 'text' | 'jurisdiction' | 'watched' | 'standing'>;
}

export function BusinessesPage({ businesses, later, next, wanted }: BusinessesProps) {
  const { text, jurisdiction, watched, standing } = wanted;
  return (
    <Listing
      to="/entities"
      csv="/entities.csv"
      wanted={{ text, jurisdiction, watched: inAddress(watched), standing }}
      next={next}
      nothing={
        <p>
          No businesses yet. Businesses that you <Link to="/verify">verify</Link> are listed here with their latest
          facts.
        </p>
      }
      caption="Businesses this account has verified, with their latest facts"
      times="real"
      columns={['Business', 'Jurisdiction', 'Number', 'Status', 'Standing', 'As of', 'Watched']}
      rows={businesses.map(({ entity, watchId }, place) => [
        <Link to={`/entities/${entity.id}`}>{entity.record.name}</Link>,
        placeName(entity.jurisdiction),
        entity.record.id,
        entity.record.statusDetail ?? entity.record.status,
        <StandingSign standing={standingOfEntity(entity)} later={later[place]} />,
        <Moment at={entity.provenance.retrievedAt} />,
        watchId ? <Link to={`/watches/${watchId}`}>watched</Link> : 'no',
      ])}
    >
      <TextField label="Name" value={text} />
      <PlaceChoice chosen={jurisdiction} />
      <StandingChoice chosen={standing} />
      <YesOrNo name="watched" label="Watched" chosen={watched} />
    </Listing>
  );
}
