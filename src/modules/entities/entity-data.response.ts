import { z } from 'zod';
import {
  addressDocument,
  agentDocument,
  filingsDocument,
  hintDocument,
  officersDocument,
  type EntityDocument,
} from '../../core/entities/entity-document.js';
import type { RecordFacts } from '../../core/entities/verified-entity.js';
import { MATCH_METHODS } from '../../core/matching/decide.js';
import { EVIDENCE_KINDS } from '../../core/matching/evidence/evidence.js';
import { COVERAGES, TIERS } from '../../core/registries/jurisdiction.js';
import { ENTITY_STATUSES } from '../../core/registries/record.js';
import {
  day,
  flag,
  jurisdictionCode,
  listOf,
  moment,
  named,
  oneOf,
  publicUrl,
  text,
  whole,
  written,
} from '../http/answers/answer-fields.js';

const AddressShape = named(
  'Address',
  'An address, as the register writes it.',
  z.object({
    line1: text('Street and number.').nullable(),
    line2: text('Suite, floor or similar.').nullable(),
    city: text('City.').nullable(),
    region: text('State, province or similar.').nullable(),
    postal_code: text('Postal code.').nullable(),
    country: text('Country.').nullable(),
  }),
);

const AgentShape = named(
  'RegisteredAgent',
  'The recipient of legal papers.',
  z.object({ name: text('Name.').nullable(), address: AddressShape.nullable() }),
);

const OfficerShape = named(
  'Officer',
  'A person or company that runs the business.',
  z.object({
    name: text('Name.'),
    title: text('Title of the office.').nullable(),
    end_date: day('Last day in office.').optional(),
  }),
);

const FilingsShape = named(
  'FilingHistorySummary',
  'A summary of the filings.',
  z.object({
    total_filings: whole('Number of filings in the register.').nullable(),
    last_filing_date: day('Date of the latest filing.').nullable(),
    recent_filings: listOf(
      z
        .object({ date: day('Date of filing.').nullable(), type: text('Kind of filing.').nullable() })
        .meta({ description: 'A filing.' }),
      'The latest filings, newest first.',
    ),
  }),
);

const confidence = () => whole('How certain the match is.', { most: 100 });
const legalStatus = () => oneOf(ENTITY_STATUSES, 'Legal status.');
const officialName = () => text('The official name.', 500);
const recordNumber = () => text('Number of the record in its register.', 200);

export const ALTERNATIVE = z.object({
  entity_name: officialName(),
  jurisdiction_id: recordNumber(),
  status: legalStatus(),
  confidence: confidence(),
});

export const FINDING = z.object({
  kind: oneOf(EVIDENCE_KINDS, 'The compared feature.'),
  agrees: flag('null: unknown.').nullable(),
  detail: text('An explanation in words.', 1_000),
});

const MatchShape = named(
  'Match',
  'How the name was matched.',
  z.object({
    method: oneOf(MATCH_METHODS, 'The kind of match.'),
    matched_name: text('The name in the register that matched.', 500),
    alias: z
      .object({
        kind: oneOf(['former', 'trade'], 'former: an earlier name. trade: a trade name.'),
        from: day('First day of that name.').optional(),
        until: day('Last day of that name.').optional(),
      })
      .optional()
      .meta({ description: 'For a match with another name of the business.' }),
    review: z.literal(true).optional().meta({ description: 'Whether a person should check the match.' }),
    alternatives: listOf(ALTERNATIVE, 'Other candidates.').optional(),
    evidence: listOf(FINDING, 'Evidence for and against the match.').optional(),
  }),
);

const SourceShape = named(
  'Source',
  'The register that states it.',
  z.object({
    name: text('The register.'),
    url: publicUrl('URL of the record, or of the register.'),
    licence: text('Terms of use.'),
    retrieved_at: moment("Time of the register's answer."),
    coverage: oneOf(COVERAGES, 'Which entities the register lists; if not all, an absent one may be inactive.'),
    sandbox: z.literal(true).optional().meta({ description: 'Whether it is from the sandbox.' }),
  }),
);

const StandingHintShape = named(
  'StandingHint',
  'A conclusion from the record, if good_standing is null.',
  z.object({
    good_standing: flag('The likely value.'),
    because: text('An explanation in words.', 500),
  }),
);

const RegistrationShape = named(
  'Registration',
  'The kind of registration.',
  z.object({
    kind: oneOf(['domestic', 'foreign', 'branch'], 'null: not stated.').nullable(),
    home: z
      .object({
        jurisdiction: jurisdictionCode('The jurisdiction, or the country alone.').optional(),
        name: text("The register's word for it.").optional(),
      })
      .optional()
      .meta({ description: 'The place of formation.' }),
    basis: oneOf(['stated'], 'The register states it.'),
  }),
);

const SeatShape = named(
  'Seat',
  'The seat, in a register of a whole country. null: not published.',
  z.object({
    place: text('The town.').optional(),
    region: text('The region around it.').optional(),
    country: written('The country.', /^[a-z]{2}$/, 2).optional(),
    jurisdiction: jurisdictionCode('The region, by its code.').optional(),
  }),
);

const IdentifierShape = named(
  'Identifier',
  'An identifier.',
  z.object({
    scheme: text("GLEIF's code of the register, otherwise ISO 3166-2.", 20),
    value: text('The number.', 200),
  }),
);

/** The contract's `data` object. The last four fields are deep-tier only. */
export const ENTITY_FIELDS = {
  entity_name: officialName(),
  entity_type: text('null: not published.').nullable().optional(),
  status: legalStatus(),
  status_detail: text("The register's own word for the status.").nullable(),
  good_standing: flag('As the register states it; null if it states nothing.').nullable(),
  standing_hint: StandingHintShape.optional(),
  standing_basis: oneOf(['tax'], 'The law that good_standing is about, if not company law.').optional(),
  jurisdiction: jurisdictionCode('The jurisdiction of the register.'),
  formation_date: day('null: not published.').nullable().optional(),
  confidence: confidence(),
  jurisdiction_id: recordNumber(),
  registration: RegistrationShape.optional(),
  seat: SeatShape.nullable().optional(),
  identifiers: listOf(IdentifierShape, "The record's own number first.").optional(),
  tier: oneOf(TIERS, 'Tier of this data.'),
  match: MatchShape,
  source: SourceShape,
  registered_agent: AgentShape.nullable().optional(),
  officers: listOf(OfficerShape, 'Officers of the business.').nullable().optional(),
  principal_address: AddressShape.nullable().optional(),
  filing_history_summary: FilingsShape.nullable().optional(),
} satisfies Record<keyof EntityDocument, z.ZodType>;

export const EntityDataShape = named(
  'EntityData',
  "The register's data about a business. null: requested but not published.",
  z.object(ENTITY_FIELDS),
);

/** The name and value of each record field in API responses. */
export const FACTS = {
  name: ['entity_name', ({ name }) => name],
  entityType: ['entity_type', ({ entityType }) => entityType],
  status: ['status', ({ status }) => status],
  statusDetail: ['status_detail', ({ statusDetail }) => statusDetail],
  goodStanding: ['good_standing', ({ goodStanding }) => goodStanding],
  standingHint: ['standing_hint', ({ standingHint }) => (standingHint ? hintDocument(standingHint) : null)],
  standingBasis: ['standing_basis', ({ standingBasis }) => standingBasis],
  formationDate: ['formation_date', ({ formationDate }) => formationDate],
  seat: ['seat', ({ seat }) => seat],
  registeredAgent: ['registered_agent', (facts) => agentDocument(facts.registeredAgent ?? null)],
  officers: ['officers', ({ officers }) => officersDocument(officers ?? null)],
  principalAddress: ['principal_address', (facts) => addressDocument(facts.principalAddress ?? null)],
  filingHistorySummary: ['filing_history_summary', (facts) => filingsDocument(facts.filingHistorySummary ?? null)],
} as const satisfies Record<keyof RecordFacts, readonly [keyof EntityDocument, (facts: RecordFacts) => unknown]>;
