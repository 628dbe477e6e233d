import { inCredits, PRICES } from '../../core/billing/pricing.js';
import type { LaterStanding } from '../../core/entities/later-standing.js';
import { MAX_ENTITY_NAME_LENGTH, MAX_JURISDICTIONS, MAX_REFERENCE_LENGTH } from '../../core/limits.js';
import { jurisdictionNamed, type JurisdictionState } from '../../core/registries/jurisdictions.js';
import type { Jurisdiction } from '../../core/registries/jurisdiction.js';
import { withoutParts } from '../../core/search/scope.js';
import type { NotSearchedReason } from '../../core/search/coverage.js';
import type { SearchRead as Found } from '../../core/search/read-search.js';
import { isUnfinished } from '../../core/verification/job.js';
import { standingSign } from '../../core/entities/verified-entity.js';
import { Box, Field } from '../pages/form.js';
import { StandingSign } from '../pages/signs.js';
import { DecisionSign } from '../verify/meant-form.js';
import { counted, credits, Empty, Facts, Link, placeName, PostForm, Table } from '../pages/parts.js';

export const COUNTRY_BOX = 'country:';
export const JURISDICTION_BOX = 'jurisdiction:';
const COUNTRIES = new Intl.DisplayNames('en', { type: 'region' });

const activeIn = (jurisdictions: readonly JurisdictionState[]) =>
  jurisdictions.flatMap(({ unavailableReason, jurisdiction }) =>
    unavailableReason === undefined ? [jurisdiction] : [],
  );

/** The most that a search of all registers costs, in credits. */
export function priceEverywhere(jurisdictions: readonly JurisdictionState[]): number {
  return priceOf(activeIn(jurisdictions));
}

function priceOf(active: readonly Jurisdiction[]): number {
  return PRICES.searchPerJurisdiction * withoutParts(active.map(({ code }) => code)).length;
}

interface SearchProps {
  jurisdictions: readonly JurisdictionState[];
}

export function SearchPage({ jurisdictions }: SearchProps) {
  const active = activeIn(jurisdictions);
  const countries = [...new Set(active.map(({ country }) => country))];
  const each = PRICES.searchPerJurisdiction;
  return (
    <>
      <p>
        Search for a name when you do not know where it is registered. Each register that answers costs{' '}
        {inCredits(each)}. Registers that do not answer are listed and cost nothing.
      </p>
      <PostForm to="/search" className="column">
        <Field
          name="entity_name"
          label="Name, or part of it"
          input={{ maxLength: MAX_ENTITY_NAME_LENGTH, required: true, autocomplete: 'off' }}
        />
        <Field
          name="reference"
          label="Your reference (optional)"
          input={{ maxLength: MAX_REFERENCE_LENGTH, autocomplete: 'off' }}
        />
        <fieldset>
          <legend>Countries (none selected: everywhere)</legend>
          {countries.map((code) => (
            <Box key={code} name={COUNTRY_BOX + code}>
              {COUNTRIES.of(code.toUpperCase()) ?? code} (
              {inCredits(priceOf(active.filter(({ country }) => country === code)))})
            </Box>
          ))}
        </fieldset>
        <details>
          <summary>Or choose up to {MAX_JURISDICTIONS} registers</summary>
          <fieldset>
            <legend>Registers</legend>
            {active.map(({ code, name }) => (
              <Box key={code} name={JURISDICTION_BOX + code}>
                {name} ({code})
              </Box>
            ))}
          </fieldset>
        </details>
        <button class="first">Search (everywhere: at most {inCredits(priceEverywhere(jurisdictions))})</button>
      </PostForm>
    </>
  );
}

const REASONS: Readonly<Record<NotSearchedReason, string>> = {
  unreachable: 'could not be reached',
  timeout: 'did not answer in time',
  overloaded: 'was not searched because of high load',
  search_incomplete: 'lists more similar names than can be read; add words to the name',
  needs_credentials: 'needs credentials that this service does not have',
  no_edition: 'has not been imported yet',
  not_allowed: 'may not be searched',
  covered_by: 'was searched with its whole country',
  refunded: 'was refunded by an administrator',
};

interface ResultsProps {
  found: Found;
  /** The later standing of each of its hits, in their order. */
  later: readonly (LaterStanding | undefined)[];
}

export function ResultsPage({ found, later }: ResultsProps) {
  const { hits, total, page, coverage, message } = found;
  const next = page.offset + hits.length;
  return (
    <>
      {isUnfinished(found) ? (
        <div class="verdict neutral" data-pending role="status">
          <strong>Still searching</strong>
          <p>
            {counted(coverage.searched.length)} registers have answered so far. This page updates as the others answer.
          </p>
        </div>
      ) : null}
      {message === undefined ? null : <p class="note">{message}</p>}
      {hits.length === 0 ? (
        <Empty>
          <p>No matches.</p>
        </Empty>
      ) : (
        <Table
          caption="Closest matches first"
          columns={['Name', 'Jurisdiction', 'Number', 'Status', 'Standing', 'Confidence', 'Verify']}
          numbers={['Confidence']}
          rows={hits.map(({ entityId, data }, place) => [
            <Link to={`/entities/${entityId}`}>{data.entityName}</Link>,
            placeName(data.jurisdiction),
            data.jurisdictionId,
            data.status,
            <StandingSign standing={standingSign(data)} later={later[place]} />,
            `${data.match.confidence} of 100`,
            <Link to={verifyThis(data)}>Verify it</Link>,
          ])}
        />
      )}
      {next < total ? (
        <p>
          <Link to={`/search/${found.id}?offset=${next}`}>Next page</Link>
        </p>
      ) : null}
      <Coverage found={found} />
      {found.reference === undefined ? null : <Facts of={[['Reference', found.reference]]} />}
      <Decisions found={found} />
      <p>
        <Link to="/search">Search again</Link>
      </p>
    </>
  );
}

function Decisions({ found: { records = [], decisions } }: { found: Found }) {
  const rows = records.flatMap(({ jurisdiction, recordId }) => {
    const meant = decisions.get(recordId);
    return meant
      ? [[<Link to={`/review/${recordId}`}>{placeName(jurisdiction)}</Link>, <DecisionSign meant={meant} />]]
      : [];
  });
  return rows.length === 0 ? null : (
    <>
      <h2>Decisions</h2>
      <Table
        caption="What was decided about matches that were not certain"
        columns={['Jurisdiction', 'Decision']}
        rows={rows}
      />
    </>
  );
}

/** The searched and the skipped registers: with skipped ones, no result is not absence. */
function Coverage({ found: { coverage } }: { found: Found }) {
  const { searched, notSearched } = coverage;
  return (
    <>
      <h2>Coverage</h2>
      {notSearched.length === 0 ? null : (
        <ul>
          {notSearched.map(({ jurisdiction, reason }) => (
            <li key={jurisdiction}>
              <strong>{jurisdictionNamed(jurisdiction).name}</strong> {REASONS[reason]}: it cost nothing.
            </li>
          ))}
        </ul>
      )}
      <p>
        {searched.length === 0
          ? 'No register has answered yet.'
          : `Searched (${credits(searched.length * PRICES.searchPerJurisdiction)}): ${searched
              .map(
                ({ jurisdiction, asOf }) =>
                  `${jurisdictionNamed(jurisdiction).name}${asOf === null ? '' : ` as of ${asOf}`}`,
              )
              .join(', ')}.`}
      </p>
    </>
  );
}

function verifyThis({ entityName, jurisdiction, jurisdictionId }: Found['hits'][number]['data']): string {
  const query = { entity_name: entityName, jurisdiction, jurisdiction_id: jurisdictionId };
  return `/verify?${new URLSearchParams(query).toString()}`;
}
