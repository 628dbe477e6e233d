/** A JSON Schema of what a tool answers. Fields may be added to answers at any time, so no schema is closed. */
export interface OutputSchema {
  [keyword: string]: unknown;
  type: 'object';
  properties: Record<string, object>;
  required: string[];
}

const text = (description: string) => ({ type: 'string', description });
const count = (description: string) => ({ type: 'integer', description });
const textOrNull = (description: string) => ({ type: ['string', 'null'], description });
const listOf = (items: object, description: string) => ({ type: 'array', items, description });

const ENTITY_FIELDS = {
  entity_name: text('The name as recorded officially.'),
  entity_type: textOrNull('For example corporation; null when the register does not publish it.'),
  status: {
    type: 'string',
    enum: ['active', 'inactive', 'dissolved', 'suspended', 'merged', 'revoked', 'unknown'],
    description: 'What the business is in law.',
  },
  status_detail: textOrNull("The register's own word."),
  good_standing: { type: ['boolean', 'null'], description: 'null when the register does not say.' },
  jurisdiction: text('The jurisdiction code.'),
  formation_date: textOrNull('YYYY-MM-DD.'),
  confidence: count('How surely this is the business that was asked for, 0 to 100. Below 85 look at match.'),
  jurisdiction_id: text('The number of the record in its register.'),
  tier: { type: 'string', enum: ['quick', 'deep'] },
  registered_agent: { type: ['object', 'null'], description: 'Deep tier.' },
  officers: { type: ['array', 'null'], description: 'Deep tier.' },
  principal_address: { type: ['object', 'null'], description: 'Deep tier.' },
  filing_history_summary: { type: ['object', 'null'], description: 'Deep tier.' },
  match: { type: 'object', description: 'How the name was matched, and what else came near when review is true.' },
  source: { type: 'object', description: 'The register, and when it was read.' },
};
const ENTITY_REQUIRED = ['entity_name', 'status', 'jurisdiction', 'confidence', 'jurisdiction_id'];

const VERIFICATION: OutputSchema = {
  type: 'object',
  properties: {
    status: {
      type: 'string',
      enum: ['completed', 'pending', 'processing', 'failed', 'refunded'],
      description: 'While pending or processing, call check_job_status with the job_id.',
    },
    job_id: text('There when a job exists.'),
    entity_id: text('For get_entity, once completed.'),
    data: { type: 'object', properties: ENTITY_FIELDS, required: ENTITY_REQUIRED },
    results: listOf({ type: 'object' }, 'For a job of search_entities: what this jurisdiction gave.'),
    error: text('Why it failed: DATA_SOURCE_TIMEOUT or DATA_SOURCE_UNAVAILABLE, and the reason.'),
  },
  required: ['status'],
};

const JURISDICTION = {
  type: 'object',
  properties: {
    code: text('What the other tools call jurisdiction.'),
    name: text('For people.'),
    country: text('Two letters.'),
    active: { type: 'boolean', description: 'Whether it can be asked now.' },
    tiers: listOf({ type: 'string', enum: ['quick', 'deep'] }, 'What it offers.'),
    coverage: text('Whether the register lists every entity or only active ones.'),
    source_status: { type: 'string', enum: ['operational', 'degraded', 'down'] },
    sample_names: listOf({ type: 'string' }, 'Names to try, in the sandbox only.'),
  },
  required: ['code', 'name', 'active', 'tiers'],
};
const JURISDICTIONS = listOf(JURISDICTION, 'Every jurisdiction, the unavailable ones included.');

const PAGINATION = {
  type: 'object',
  properties: {
    limit: count('How many were asked for.'),
    offset: count('How many were left out first.'),
    total: count('How many there are.'),
  },
  required: ['limit', 'offset', 'total'],
};

const HIT = {
  type: 'object',
  properties: { entity_id: text('For get_entity.'), ...ENTITY_FIELDS },
  required: ['entity_id', ...ENTITY_REQUIRED],
};

export const OUTPUTS = {
  verification: VERIFICATION,
  search: {
    type: 'object',
    properties: {
      status: { type: 'string', enum: ['completed', 'pending', 'processing', 'failed'] },
      search_id: text('The search.'),
      results: listOf(HIT, 'What was found, the best match first.'),
      jobs: listOf({ type: 'object' }, 'One per jurisdiction that was asked; check_job_status tells how each stands.'),
      job_ids: listOf({ type: 'string' }, 'The same jobs, by id.'),
      jurisdictions_failed: listOf({ type: 'string' }, 'Codes that gave no answer; they were not charged.'),
      failures: listOf({ type: 'object' }, 'Why.'),
      pagination: PAGINATION,
    },
    required: ['status', 'search_id', 'results', 'jurisdictions_failed', 'pagination'],
  },
  history: {
    type: 'object',
    properties: {
      entity_id: text('The entity.'),
      snapshots: listOf(
        {
          type: 'object',
          properties: {
            snapshot_id: text('The snapshot.'),
            verified_at: text('When the register was read (UTC).'),
            tier: { type: 'string', enum: ['quick', 'deep'] },
            changes: listOf({ type: 'object' }, 'What differs from the snapshot before: field, from, to.'),
            data: { type: 'object', description: 'The record as it was.' },
          },
          required: ['snapshot_id', 'verified_at'],
        },
        'The newest first.',
      ),
      pagination: PAGINATION,
    },
    required: ['entity_id', 'snapshots', 'pagination'],
  },
  checkout: {
    type: 'object',
    properties: {
      checkout_url: text('Where a person pays. Show it to the user; never pay yourself.'),
      session_id: text('The checkout session.'),
      package_id: text('What it sells.'),
      expires_at: text('Until when it can be paid (UTC).'),
    },
    required: ['checkout_url', 'session_id', 'package_id', 'expires_at'],
  },
  entity: {
    type: 'object',
    properties: {
      entity_id: text('The id that was asked for.'),
      ...ENTITY_FIELDS,
      last_verified_at: text('When the record was last read from the register (UTC).'),
      snapshots: count('How many states of it are stored.'),
    },
    required: ['entity_id', ...ENTITY_REQUIRED, 'last_verified_at', 'snapshots'],
  },
  account: {
    type: 'object',
    properties: {
      account_id: text('The account.'),
      email: text('Its address.'),
      credit_balance: count('Credits to spend.'),
      api_keys: listOf({ type: 'object' }, 'Its keys, without their secrets.'),
    },
    required: ['account_id', 'email', 'credit_balance', 'api_keys'],
  },
  jurisdictions: { type: 'object', properties: { jurisdictions: JURISDICTIONS }, required: ['jurisdictions'] },
  config: {
    type: 'object',
    properties: {
      service: text('Its name.'),
      version: text('Its version.'),
      registry_mode: {
        type: 'string',
        enum: ['live', 'sandbox'],
        description: 'Answers of the sandbox say nothing about real businesses.',
      },
      credits: { type: 'object', description: 'Prices in credits.' },
      packages: listOf({ type: 'object' }, 'What purchase_credits sells.'),
      limits: { type: 'object', description: 'How much and how often.' },
      jurisdictions: JURISDICTIONS,
    },
    required: ['service', 'version', 'registry_mode', 'credits', 'packages', 'limits', 'jurisdictions'],
  },
} satisfies Record<string, OutputSchema>;
