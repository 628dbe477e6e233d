import { compareNames } from '../../core/matching/comparing/compare.js';
import { parseName } from '../../core/matching/parsing/normalise.js';
import type { Alternative } from '../../core/matching/decide.js';
import type { Found } from '../../core/entities/verified-entity.js';
import { Facts, Link } from '../pages/parts.js';

/** The request, for asking again in other words. */
export interface Asked {
  entityName: string;
  jurisdiction: string;
}

interface CandidatesProps {
  asked: Asked;
  /** Id of the first. */
  entityId: string;
  records: readonly Alternative[];
}

/** Records side by side, with the evidence for and against each. */
export function Candidates({ asked, entityId, records }: CandidatesProps) {
  return (
    <div class="beside">
      {records.map((record, index) => (
        <section key={record.jurisdictionId}>
          <h2>{record.entityName}</h2>
          <Facts
            of={[
              ['Registration number', record.jurisdictionId],
              ['Status', record.status],
              ['Confidence', `${record.confidence} of 100`],
            ]}
          />
          <ul>
            {evidence(asked, record.entityName).map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
          <p class="screen">
            {index === 0 ? (
              <Link to={`/entities/${entityId}`}>Selected record</Link>
            ) : (
              <Link to={askAgain({ ...asked, entityName: record.entityName }, record.jurisdictionId)}>
                Verify this one
              </Link>
            )}
          </p>
        </section>
      ))}
    </div>
  );
}

/** Evidence about the name and the other details in the request. */
export function forAndAgainst(
  asked: Asked,
  { matchedName, evidence: findings = [] }: Found['data']['match'],
): string[] {
  const beside = findings.filter(({ kind }) => kind !== 'name');
  return [
    ...evidence(asked, matchedName),
    ...beside.map(({ kind, agrees, detail }) => `${SAYS[kind]}: ${saysOf(agrees)}. ${detail}`),
  ];
}

const SAYS = { name: 'Name', number: 'Number', address: 'Address', officer: 'Officer' } as const;

function saysOf(agrees: boolean | null): string {
  if (agrees === null) return 'nothing to compare with';
  return agrees ? 'supports it' : 'contradicts it';
}

function evidence({ entityName, jurisdiction }: Asked, official: string): string[] {
  return compareNames(parseName(entityName, jurisdiction), parseName(official, jurisdiction)).explanation;
}

/** The path of the form, filled in. */
export function askAgain({ entityName, jurisdiction }: Asked, number?: string): string {
  const query = new URLSearchParams({ entity_name: entityName, jurisdiction });
  if (number !== undefined) query.set('jurisdiction_id', number);
  return `/verify?${query.toString()}`;
}
