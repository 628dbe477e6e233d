import { withClues } from '../../core/registries/clues.js';
import { Registry, type Candidates, type NameQuery } from '../../core/registries/ports.js';
import { readFields, readOnce, withMore } from '../../core/registries/reading.js';
import type { DetailedRecord, EntityStatus, RecordDetails, RegisterRecord } from '../../core/registries/record.js';
import {
  address,
  agent,
  date,
  homeOf,
  required,
  statusOfWord,
  text,
  type OnUnknownStatus,
  type Row,
} from '../../adapters/registries/http/fields.js';
import type { RegisterRequest } from '../../adapters/registries/http/call.js';
import type { QuestionClient } from '../../adapters/registries/http/client.js';
import { listOf, objectOf, type Json } from '../../adapters/registries/http/json.js';
import { searchByText, type TextPage } from '../../adapters/registries/http/paged-search.js';
import { mayBear, readRows } from '../../adapters/registries/http/rows.js';
import { standingOf } from './standing.js';

const API = '/cbc/v1/api';
/** A search returns no more, and has no further page. */
const MAX_HITS = 150;
const BOUNDS = { pages: 1, nearPages: 1 };

const NOTHING =
  /\bno (?:\w+ ){0,3}(?:records?|results?|match\w*|entit\w+|business\w*|data|hits?)\b|\bnot (?:be )?found\b|does not exist/i;
const MALFORMED = /invalid|malformed|required|missing|must|bad request/i;
const NO_KEY = /\bkey\b|subscription|unauthori[sz]ed|access denied|credential/i;
const OUTAGE = 503;

const STATUSES: Readonly<Record<string, EntityStatus>> = {
  active: 'active',
  suspended: 'suspended',
  forfeited: 'suspended',
  delinquent: 'suspended',
  dissolved: 'dissolved',
  cancelled: 'dissolved',
  canceled: 'dissolved',
  terminated: 'dissolved',
  'merged out': 'merged',
  surrendered: 'inactive',
  'converted out': 'inactive',
  withdrawn: 'inactive',
  'term expired': 'inactive',
  inactive: 'inactive',
};

const OFFICE = {
  line1: 'EntityStreetAddress1',
  line2: 'EntityStreetAddress2',
  city: 'EntityCity',
  region: 'EntityState',
  postalCode: 'EntityZipCode',
  country: undefined,
} as const;

const AGENT_OFFICE = {
  line1: 'AgentAddress1',
  line2: 'AgentAddress2',
  city: 'AgentCity',
  region: 'AgentState',
  postalCode: 'AgentZipCode',
  country: undefined,
} as const;

/**
 * California Secretary of State, CALICO, the public search of business entities.
 *
 * Docs: https://calicodev.sos.ca.gov, California SOS BE Public Search API Guide 1.0.4. Quota: that
 * of a key's subscription, then 429. Licence: public record. Quirks: a search returns 150 hits at
 * most, without pages, so a full one is incomplete; names that begin with the words are then asked
 * for too. Nothing found is 400, as is a malformed question: only a body that says so is an
 * absence. A refused key is 503, like an outage. Four offices state a standing; good standing is
 * all four, and a search result without them is read again by number. The status names the office
 * that suspended an entity behind a dash. Numbers have three forms, by their age. Officers, filings
 * and former names are not published.
 */
export class Calico extends Registry {
  readonly parserVersion = 1;

  constructor(
    private readonly baseUrl: string,
    private readonly client: QuestionClient,
  ) {
    super();
  }

  search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    return searchByText(query, (name) => this.hits(query, name, signal), BOUNDS, signal);
  }

  async findByNumber(number: string, signal: AbortSignal): Promise<RegisterRecord | undefined> {
    const entity = await this.entity(number, signal);
    return entity && this.recordOf(entity, true);
  }

  async fetch(id: string, signal: AbortSignal): Promise<DetailedRecord | undefined> {
    const entity = await this.entity(id, signal);
    if (!entity) return undefined;
    const details = readFields<RecordDetails>({
      registeredAgent: () =>
        agent(
          () => text(entity, 'AgentName'),
          () => address(entity, AGENT_OFFICE),
        ),
      officers: () => null,
      principalAddress: () => address(entity, OFFICE),
      filingHistorySummary: () => null,
    });
    return withMore(this.recordOf(entity, true), { details });
  }

  private async entity(number: string, signal: AbortSignal): Promise<Json | undefined> {
    const found = await this.ask('BusinessEntityDetails', { 'entity-number': number }, signal, (body) => {
      const answer = objectOf(body, 'the entity');
      const entities = Array.isArray(answer['EntityData']) ? listOf(answer, 'EntityData') : [answer];
      for (const entity of entities) required(entity, 'EntityID');
      return entities.filter((entity) => text(entity, 'EntityID') === number);
    });
    return found?.[0];
  }

  private async hits(query: NameQuery, name: string, signal: AbortSignal): Promise<TextPage> {
    const containing = await this.named(query, name, false, signal);
    if (!containing.more) return containing;
    const beginning = await this.named(query, name, true, signal);
    return { ...containing, records: [...beginning.records, ...containing.records] };
  }

  private async named(query: NameQuery, name: string, begins: boolean, signal: AbortSignal): Promise<TextPage> {
    const parameters = { 'search-term': name.replaceAll(/\p{Cc}+/gu, ' '), 'begins-with': String(begins) };
    const page = await this.ask('BusinessEntityKeywordSearch', parameters, signal, (body): TextPage => {
      const answer = objectOf(body, 'the answer');
      const entities = listOf(answer, 'EntityData');
      const bears = mayBear<Json>(query, (entity) => [text(entity, 'EntityName')]);
      const { rows, complete } = readRows(
        entities,
        (entity) => this.recordOf(entity, false),
        this.client.rowSkipped,
        bears,
      );
      const total = Number(text(answer, 'RecordCount') ?? 0);
      const more = entities.length >= MAX_HITS || entities.length < total;
      return { records: rows, received: entities.length, more, complete };
    });
    return page ?? { records: [], more: false };
  }

  private ask<T>(
    path: string,
    parameters: Record<string, string>,
    signal: AbortSignal,
    read: (body: unknown) => T,
  ): Promise<T | undefined> {
    const url = `${this.baseUrl}${API}/${path}?${new URLSearchParams(parameters).toString()}`;
    const request: RegisterRequest = { url, absent: [400], isAbsent: saysNothing, refusesKey };
    return this.client.ask(request, signal, read);
  }

  private recordOf(entity: Row, isWhole: boolean): RegisterRecord {
    const { unknownStatus } = this.client;
    const status = readOnce(() => statusOf(text(entity, 'StatusDescription'), unknownStatus));
    const standing = readOnce(() => standingOf(entity, status(), unknownStatus));
    const home = () => homeOf(() => text(entity, 'Jurisdiction'), 'us-ca');
    const record = readFields<RegisterRecord>({
      id: () => required(entity, 'EntityID'),
      name: () => required(entity, 'EntityName'),
      aliases: () => [],
      status,
      statusDetail: () => text(entity, 'StatusDescription'),
      goodStanding: () => standing().goodStanding,
      standingHint: () => standing().standingHint,
      entityType: () => text(entity, 'EntityType'),
      formationDate: () => date(entity, 'FilingDate'),
      domestic: () => (text(entity, 'Jurisdiction') === null ? null : home() === undefined),
      home,
      url: () => null,
      isBrief: () => (isWhole || standing().isWhole ? undefined : true),
    });
    return withClues(record, () => address(entity, OFFICE));
  }
}

/** `Suspended - FTB` names the office behind a dash. */
function statusOf(word: string | null, unknown: OnUnknownStatus): EntityStatus {
  const state = word?.split(/\s+[-–]\s+/)[0] ?? null;
  return statusOfWord(STATUSES, state, () => unknown(word ?? ''));
}

function saysNothing(body: unknown): boolean {
  const said = wordsOf(body);
  return NOTHING.test(said) && !MALFORMED.test(said);
}

function refusesKey(httpStatus: number, body: unknown): boolean {
  return httpStatus === OUTAGE && NO_KEY.test(wordsOf(body));
}

function wordsOf(body: unknown): string {
  return typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
}
