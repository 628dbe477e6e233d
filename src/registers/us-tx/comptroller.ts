import { Registry, type Candidates, type NameQuery } from '../../core/registries/ports.js';
import { readFields, withMore } from '../../core/registries/reading.js';
import type {
  DetailedRecord,
  Officer,
  RecordDetails,
  RegisteredAgent,
  RegisterRecord,
} from '../../core/registries/record.js';
import { address, agent, changedFormat, known, officer, text, homeOf } from '../../adapters/registries/http/fields.js';
import type { QuestionClient } from '../../adapters/registries/http/client.js';
import { listOf, objectOf, type Json } from '../../adapters/registries/http/json.js';
import type { SocrataRegistry } from '../../adapters/registries/socrata/socrata-registry.js';

export const COMPTROLLER_ORIGIN = 'https://api.comptroller.texas.gov';

/**
 * Texas: the open data portal for names, and the Comptroller's franchise tax service for the
 * details of a record.
 *
 * Docs: https://api-doc.comptroller.texas.gov. Quota: none published; without a free key
 * (`x-api-key`) every response is a 403 error. Licence: Texas public information. Quirks:
 * `effectiveSosRegistrationDate` is the last renewal of the registration, not the formation; the
 * mailing address is not the principal place of business, which is not published; officers have the
 * year of the report that named them and stay listed until the next one.
 */
export class TexasRegistry extends Registry {
  /** The portal alone (version 3) has no officers and no agent. */
  readonly parserVersion = 4;

  constructor(
    private readonly taxpayers: SocrataRegistry,
    private readonly serviceUrl: string,
    private readonly client: QuestionClient,
    private readonly apiKey: string | undefined,
  ) {
    super();
  }

  search(query: NameQuery, signal: AbortSignal): Promise<Candidates> {
    return this.taxpayers.search(query, signal);
  }

  findByNumber(number: string, signal: AbortSignal): Promise<RegisterRecord | undefined> {
    return this.taxpayers.findByNumber(number, signal);
  }

  async fetch(id: string, signal: AbortSignal, listed?: RegisterRecord): Promise<DetailedRecord | undefined> {
    const record = await this.taxpayers.fetch(id, signal, listed);
    if (!record) return undefined;
    const url = `${this.serviceUrl}/public-data/v1/public/franchise-tax/${encodeURIComponent(id)}`;
    const key = this.apiKey === undefined ? {} : { headers: { 'x-api-key': this.apiKey } };
    const more = await this.client.ask({ url, ...key }, signal, (body) => moreOf(objectOf(body, 'an answer')));
    return more && withMore(record, more);
  }
}

function moreOf(envelope: Json): Pick<DetailedRecord, 'home' | 'details'> {
  const data = objectOf(envelope['data'], 'data');
  if (text(data, 'taxpayerId') === null) throw changedFormat('a taxpayer without taxpayerId');
  const details = readFields<RecordDetails>({
    registeredAgent: () => agentOf(data),
    officers: () => (data['officerInfo'] === undefined ? null : listOf(data, 'officerInfo').flatMap(officerOf)),
    principalAddress: () => null,
    filingHistorySummary: () => null,
  });
  const home = readFields<Pick<RegisterRecord, 'home'>>({
    home: () => homeOf(() => known(data, 'stateOfFormation'), 'us-tx'),
  });
  return withMore(home, { details });
}

function agentOf(data: Json): RegisteredAgent | null {
  return agent(
    () => known(data, 'registeredAgentName'),
    () =>
      address(data, {
        line1: 'registeredOfficeAddressStreet',
        line2: undefined,
        city: 'registeredOfficeAddressCity',
        region: 'registeredOfficeAddressState',
        postalCode: 'registeredOfficeAddressZip',
        country: undefined,
      }),
  );
}

function officerOf(listed: Json): Officer[] {
  return officer(
    () => text(listed, 'AGNT_NM'),
    () => text(listed, 'AGNT_TITL_TX'),
  );
}
