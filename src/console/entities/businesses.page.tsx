import { type LaterStanding, standingOfEntity } from '../../core/entities/later-standing.js';
import type { AskedBusiness } from '../../core/entities/ports.js';
import type { Columns } from '../csv-file.js';
import { FilterChoice, Listing, PlaceChoice, TextField } from '../pages/listing.js';
import { Link, Moment, placeName } from '../pages/parts.js';
import { StandingChoice, StandingSign } from '../pages/signs.js';

export const BUSINESS_COLUMNS: Columns<AskedBusiness> = {
  entity_id: ({ entity }) => entity.id,
  name: ({ entity }) => entity.record.name,
  jurisdiction: ({ entity }) => entity.jurisdiction,
  jurisdiction_id: ({ entity }) => entity.record.id,
  status: ({ entity }) => entity.record.status,
  good_standing: ({ entity }) => entity.record.goodStanding ?? undefined,
  tier: ({ tier }) => tier,
  retrieved_at: ({ entity }) => entity.provenance.retrievedAt,
  asked_on: ({ askedOn }) => askedOn,
  watch_id: ({ watchId }) => watchId,
  standing: ({ entity }) => standingOfEntity(entity),
};

interface BusinessesProps {
  businesses: readonly AskedBusiness[];
  /** The later standing of each, in their order. */
  later: readonly (LaterStanding | undefined)[];
}

export function BusinessesPage({ businesses, later }: BusinessesProps) {
  return (
    <Listing
      to="/entities"
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
      <TextField label="Name" />
      <PlaceChoice />
      <StandingChoice />
      <FilterChoice
        name="watched"
        label="Watched"
        values={['true', 'false']}
        words={(each) => (each === 'true' ? 'yes' : 'no')}
      />
    </Listing>
  );
}
