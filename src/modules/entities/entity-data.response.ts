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
} from '../http/answers/answer-fields.js';

const AddressShape = named(
  'Address',
  'An address as the register writes it.',
  z.object({
    line1: text('Street and number.').nullable(),
    line2: text('Suite, floor and the like.').nullable(),
    city: text('City.').nullable(),
    region: text('State, province or the like.').nullable(),
    postal_code: text('Postal code.').nullable(),
    country: text('Country.').nullable(),
  }),
);

const AgentShape = named(
  'RegisteredAgent',
  'Who receives its legal papers.',
  z.object({ name: text('Name.').nullable(), address: AddressShape.nullable() }),
);

const OfficerShape = named(
  'Officer',
  'A person or company that runs the business.',
  z.object({
    name: text('Name.'),
    title: text('Office.').nullable(),
    end_date: day('Last day in office.').optional(),
  }),
);

const FilingsShape = named(
  'FilingHistorySummary',
  'What the business has filed.',
  z.object({
    total_filings: whole('Number of filings in the register.').nullable(),
    last_filing_date: day('Date of the latest one.').nullable(),
    recent_filings: listOf(
      z
        .object({ date: day('Date of filing.').nullable(), type: text('What was filed.').nullable() })
        .meta({ description: 'A filing.' }),
      'The latest ones, newest first.',
    ),
  }),
);

const confidence = () => whole('How certain the match is.', { most: 100 });
const legalStatus = () => oneOf(ENTITY_STATUSES, 'Legal status.');
const officialName = () => text('The name as recorded officially.', 500);
const recordNumber = () => text('The number of the record in its register.', 200);

export const ALTERNATIVE = z.object({
  entity_name: officialName(),
  jurisdiction_id: recordNumber(),
  status: legalStatus(),
  confidence: confidence(),
});

const MatchShape = named(
  'Match',
  'How the name was matched.',
  z.object({
    method: oneOf(MATCH_METHODS, 'What made it match.'),
    matched_name: text('The name of the record that matched.', 500),
    alias: z
      .object({
        kind: oneOf(['former', 'trade'], 'Borne before, or traded under.'),
        from: day('The first day of that name.').optional(),
        until: day('The last day of that name.').optional(),
      })
      .optional()
      .meta({ description: 'Of a match by another name.' }),
    review: z.literal(true).optional().meta({ description: 'A person should look.' }),
    alternatives: listOf(ALTERNATIVE, 'Other records that came near.').optional(),
    evidence: listOf(
      z.object({
        kind: oneOf(EVIDENCE_KINDS, 'What was compared.'),
        agrees: flag('null: not known.').nullable(),
        detail: text('In words.', 1_000),
      }),
      'What speaks for and against it.',
    ).optional(),
  }),
);

const SourceShape = named(
  'Source',
  'Which register says so.',
  z.object({
    name: text('The register.'),
    url: publicUrl('Of the record, or the register.'),
    licence: text('Its terms.'),
    retrieved_at: moment('When it was read.'),
    coverage: oneOf(COVERAGES, 'Which entities the register lists; if not all, an absent one may be inactive.'),
    sandbox: z.literal(true).optional().meta({ description: 'Of the sandbox.' }),
  }),
);

const StandingHintShape = named(
  'StandingHint',
  'What follows from the record, where good_standing is null.',
  z.object({
    good_standing: flag('What may be inferred.'),
    because: text('In words.', 500),
  }),
);

const RegistrationShape = named(
  'Registration',
  'How it came here.',
  z.object({
    kind: oneOf(['domestic', 'foreign', 'branch'], 'null: not said.').nullable(),
    home: z
      .object({
        jurisdiction: jurisdictionCode('Where.').optional(),
        name: text("The register's word for it.").optional(),
      })
      .optional()
      .meta({ description: 'Where it was formed.' }),
    basis: oneOf(['stated'], 'The register says so.'),
  }),
);

const IdentifierShape = named(
  'Identifier',
  'A number.',
  z.object({
    scheme: text("GLEIF's code of the register, else ISO 3166-2.", 20),
    value: text('The number.', 200),
  }),
);

/** The contract's `data` object. The last four fields are deep-tier only. */
export const ENTITY_FIELDS = {
  entity_name: officialName(),
  entity_type: text('null: not published.').nullable().optional(),
  status: legalStatus(),
  status_detail: text("The register's own word for it.").nullable(),
  good_standing: flag('As the register states it; null: it states nothing.').nullable(),
  standing_hint: StandingHintShape.optional(),
  standing_basis: oneOf(['tax'], 'What good_standing is about, where not company law.').optional(),
  jurisdiction: jurisdictionCode('Where it is registered.'),
  formation_date: day('null: not published.').nullable().optional(),
  confidence: confidence(),
  jurisdiction_id: recordNumber(),
  registration: RegistrationShape.optional(),
  identifiers: listOf(IdentifierShape, 'Its own first.').optional(),
  tier: oneOf(TIERS, 'The tier of these data.'),
  match: MatchShape,
  source: SourceShape,
  registered_agent: AgentShape.nullable().optional(),
  officers: listOf(OfficerShape, 'Who runs it.').nullable().optional(),
  principal_address: AddressShape.nullable().optional(),
  filing_history_summary: FilingsShape.nullable().optional(),
} satisfies Record<keyof EntityDocument, z.ZodType>;

export const EntityDataShape = named(
  'EntityData',
  'What the register says of a business. null means asked for and not published.',
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
  registeredAgent: ['registered_agent', (facts) => agentDocument(facts.registeredAgent ?? null)],
  officers: ['officers', ({ officers }) => officersDocument(officers ?? null)],
  principalAddress: ['principal_address', (facts) => addressDocument(facts.principalAddress ?? null)],
  filingHistorySummary: ['filing_history_summary', (facts) => filingsDocument(facts.filingHistorySummary ?? null)],
} as const satisfies Record<keyof RecordFacts, readonly [keyof EntityDocument, (facts: RecordFacts) => unknown]>;
