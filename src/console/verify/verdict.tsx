import { inCredits } from '../../core/billing/pricing.js';
import type { LaterStanding } from '../../core/entities/later-standing.js';
import { standingSign, type Standing, type Found } from '../../core/entities/verified-entity.js';
import type { Seat } from '../../core/registries/record.js';
import { wordsOf, type Failed, type JobStatus, type NoMatch } from '../../core/verification/job.js';
import type { MatchReview } from '../../core/verification/match-review.js';
import type { Verification } from '../../core/verification/verify-business.js';
import { Day, Elsewhere, Facts, Link, Moment, placeName, PostForm, Table } from '../pages/parts.js';
import { IdentitySign, StandingSign, StandingVerdict, StatedStanding, type Identity } from '../pages/signs.js';
import { askAgain, Candidates, forAndAgainst, type Asked } from './candidates.js';
import { DeepFacts } from './deep-facts.js';
import { DecidedVerdict, DecisionSign, MeantForm, type Choosing } from './meant-form.js';

type Outcome = Verification['result'];

/** Says who is meant, in the list of jobs and above an answer. */
interface StateProps {
  outcome: Outcome | undefined;
  status: JobStatus;
  /** The decision, where a person made one. */
  meant: MatchReview | undefined;
}

export function State({ outcome, status, meant }: StateProps) {
  if (meant && status !== 'refunded') return <DecisionSign meant={meant} />;
  const [identity, words] = stateOf(outcome, status);
  return <IdentitySign identity={identity} words={words} />;
}

/** The standing of the business of an answer; `undefined` while it is not certain which one. */
export function standingOfAnswer(outcome: Outcome | undefined): Standing | undefined {
  return outcome?.kind === 'found' && !outcome.data.match.review ? standingSign(outcome.data) : undefined;
}

function stateOf(outcome: Outcome | undefined, status: JobStatus): [identity: Identity, words: string] {
  if (status === 'refunded') return ['refunded', 'Refunded'];
  switch (outcome?.kind) {
    case 'found':
      return outcome.data.match.review ? ['unsure', 'Not sure'] : ['found', 'Found'];
    case 'no_match':
      return ['absent', 'Absent'];
    case 'failed':
      return outcome.reason === undefined ? ['unreachable', 'Unreachable'] : ['no_verdict', 'No verdict'];
    case 'hits':
      return ['found', 'Searched'];
    case 'pending':
    case undefined:
      return ['pending', status === 'processing' ? 'In progress' : 'Waiting'];
  }
}

/** An answer, with the next step. */
interface VerdictProps {
  outcome: Outcome;
  asked: Asked;
  choice: Choosing;
  /** The price of a search of all registers, in credits. */
  everywhere: number;
  /** The later standing of each record in it, in their order. */
  later: readonly (LaterStanding | undefined)[];
}

export function Verdict({ outcome, asked, choice, everywhere, later }: VerdictProps) {
  switch (outcome.kind) {
    case 'found':
      return outcome.data.match.review ? (
        <Unsure found={outcome} asked={asked} choice={choice} later={later[0]} />
      ) : (
        <FoundVerdict found={outcome} asked={asked} later={later[0]} />
      );
    case 'no_match':
      return <Absent result={outcome} everywhere={everywhere} />;
    case 'failed':
      return <Unreachable result={outcome} asked={asked} />;
    case 'hits':
      return (
        <>
          <p>A search found these in {outcome.jurisdiction}.</p>
          <Table
            caption="Records in the register"
            columns={['Name', 'Number', 'Status', 'Standing', 'Confidence']}
            numbers={['Confidence']}
            rows={outcome.hits.map(({ entityId, data }, place) => [
              <Link to={`/entities/${entityId}`}>{data.entityName}</Link>,
              data.jurisdictionId,
              data.status,
              <StandingSign standing={standingSign(data)} later={later[place]} />,
              data.match.confidence,
            ])}
          />
          <MeantForm choice={choice} records={outcome.hits.map(({ data }) => data)} />
        </>
      );
    case 'pending':
      return (
        <div class="verdict neutral" data-pending role="status">
          <strong>Checking the register</strong>
          <p>This page shows the answer as soon as it arrives. You can leave and come back.</p>
        </div>
      );
  }
}

interface FoundProps {
  found: Found;
  asked: Asked;
  later: LaterStanding | undefined;
}

function FoundVerdict({ found: { entityId, data }, asked, later }: FoundProps) {
  return (
    <>
      <StandingVerdict data={data} later={later} />
      <h2>The record</h2>
      <RecordFacts data={data} asked />
      <Evidence asked={asked} data={data} />
      {data.details ? <DeepFacts of={data.details} /> : null}
      <p class="actions screen">
        <Link to={`/entities/${entityId}`}>Open the business and watch it</Link>
      </p>
    </>
  );
}

/** `asked`: the record answers a question, so how it was matched means something. */
export function RecordFacts({ data, asked = false }: { data: Found['data']; asked?: boolean }) {
  const { match, source } = data;
  return (
    <Facts
      of={[
        ['Official name', data.entityName],
        ['Matched by', asked && matchedBy(match, data.entityName)],
        ['Confidence', asked && `${match.confidence} of 100`],
        ['Registration number', data.jurisdictionId],
        ['Jurisdiction', `${placeName(data.jurisdiction)} (${data.jurisdiction})`],
        ['Status', data.statusDetail ? `${data.status} (${data.statusDetail})` : data.status],
        ['Seat', data.seat && seatInWords(data.seat)],
        ['Type', data.entityType],
        ['Formed', data.formationDate && <Day at={data.formationDate} />],
        ['Source', <Elsewhere url={source.url}>{source.name}</Elsewhere>],
        ['Retrieved', <Moment at={source.retrievedAt} />],
        ['Licence', source.licence],
        ['Sandbox', source.sandbox ? 'This business is fictional.' : undefined],
      ]}
    />
  );
}

function seatInWords({ place, region, country, jurisdiction }: Seat): string {
  const abroad = country?.toUpperCase();
  return [place, region === place ? undefined : region, jurisdiction ?? abroad].filter(Boolean).join(', ');
}

const METHODS: Readonly<Record<Found['data']['match']['method'], string>> = {
  exact: 'exact name',
  normalised: 'same name, written differently',
  alias: 'a former or trade name',
  fuzzy: 'a similar name',
  number: 'registration number',
};

function matchedBy({ method, matchedName }: Found['data']['match'], official: string): string {
  return matchedName === official ? METHODS[method] : `${METHODS[method]}: ${matchedName}`;
}

/** The reasons for the match: similarities and differences. */
function Evidence({ asked, data }: { asked: Asked; data: Found['data'] }) {
  const lines = forAndAgainst(asked, data.match);
  if (lines.length === 0) return null;
  return (
    <>
      <h2>Why this record</h2>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}

/** The selected record and its alternatives, with similarities and differences. */
function Unsure({ found, asked, later, choice }: FoundProps & { choice: Choosing }) {
  const { entityId, data } = found;
  const taken = {
    entityName: data.match.matchedName,
    jurisdictionId: data.jurisdictionId,
    status: data.status,
    confidence: data.match.confidence,
  };
  const isAlone = data.match.alternatives.length === 0;
  const meant = choice.decisions.at(-1);
  return (
    <>
      {meant ? (
        <DecidedVerdict meant={meant} records={[taken, ...data.match.alternatives]} />
      ) : (
        <div class="verdict neutral">
          <strong>Not sure which business is meant</strong>
          <p>
            {isAlone
              ? `The register has one record close to “${asked.entityName}”, and it may be a different business.`
              : `The register has several records close to “${asked.entityName}”. Compare them${choice.to === undefined ? '' : ' and decide below'}.`}
          </p>
        </div>
      )}
      {isAlone ? null : <Candidates asked={asked} entityId={entityId} records={[taken, ...data.match.alternatives]} />}
      <h2>{isAlone ? 'The record' : 'The first record'}</h2>
      <p>
        <StandingSign standing={standingSign(data)} later={later} /> <StatedStanding data={data} />
      </p>
      <RecordFacts data={data} asked />
      <Evidence asked={asked} data={data} />
      {data.details ? <DeepFacts of={data.details} /> : null}
      <MeantForm choice={choice} records={[taken, ...data.match.alternatives]} />
    </>
  );
}

function Absent({ result, everywhere }: { result: NoMatch; everywhere: number }) {
  const { jurisdiction, entityName, coverage, closest, byNumber } = result;
  return (
    <>
      <div class="verdict neutral">
        <strong>Absent from the register</strong>
        <p>
          {byNumber?.found
            ? `The number ${byNumber.number} in ${jurisdiction} belongs to a business that is not called “${entityName}”.`
            : `The register of ${jurisdiction} was searched completely and has no ${byNumber ? `record ${byNumber.number}` : `business called “${entityName}”`}.`}{' '}
          {coverage === 'all'
            ? 'It lists every entity.'
            : 'It does not list every entity: an inactive business may be missing from it.'}
        </p>
      </div>
      <PostForm to="/search">
        <input type="hidden" name="entity_name" value={entityName} />
        <button>Search all registers for this name (at most {inCredits(everywhere)})</button>
      </PostForm>
      {closest.length === 0 ? (
        <p>
          No similar names were found.{' '}
          <Link to={askAgain({ entityName, jurisdiction })}>Check the spelling and try again</Link>.
        </p>
      ) : (
        <>
          <h2>Similar names</h2>
          <ul>
            {closest.map((name) => (
              <li key={name}>
                {name} <Link to={askAgain({ entityName: name, jurisdiction })}>Verify this name</Link>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Unreachable({ result, asked }: { result: Failed; asked: Asked }) {
  const again = <Link to={askAgain(asked)}>Try again</Link>;
  if (result.reason !== undefined) {
    return (
      <div class="verdict neutral">
        <strong>The register gives no verdict</strong>
        <p>
          {wordsOf(result)} Nothing was charged.{' '}
          {result.reason === 'search_incomplete' ? (
            <>Add words to the name. {again}.</>
          ) : (
            'Ask the business for an extract of the register.'
          )}
        </p>
      </div>
    );
  }
  return (
    <div class="verdict neutral">
      <strong>The register could not be reached</strong>
      <p>
        This says nothing about the business. {wordsOf(result)} Nothing was charged. {again} in a minute.
      </p>
    </div>
  );
}
