import { REGISTERS } from '../../../src/registers/registers.js';
import { ConfiguredRegistries } from '../../../src/adapters/registries/configured-registries.js';
import { CH_ZH } from '@standing/sandbox/registers/ch/played';
import { nameQuery } from '../../../src/core/verification/name-query.js';
import { crowded, type Json, type Playing, type Quirks } from './playing.js';

const SERVICE = '/ZefixPublicREST/api/v1/company';
const ZEFIX = `/ch-zh${SERVICE}`;
/** The company whose name is not published, so that only its number finds it. */
const CH_ZH_NAMELESS = 'CHE909100061';
const signal = () => AbortSignal.timeout(60_000);

const error = async (answer: Response) => {
  const body = (await answer.json()) as { error?: { type?: string } };
  return [answer.status, body.error?.type];
};

const listed = async (playing: Playing, name: string) =>
  (await (await playing.ask(`${ZEFIX}/search`, { name })).json()) as Json[];

/** Queries LINDAS through its adapter, which is used without a login to Zefix. */
async function withLindas<T>(playing: Playing, ask: (registries: ConfiguredRegistries) => Promise<T>): Promise<T> {
  const registries = new ConfiguredRegistries({
    registers: REGISTERS,
    mode: 'live',
    urls: { 'ch-zh': `${playing.sandbox.origin}/ch-zh` },
    credentials: {},
    pace: {},
    timeoutMs: 15_000,
    log: { warn: () => undefined },
  });
  try {
    return await ask(registries);
  } finally {
    await registries.close();
  }
}

const lindas = (playing: Playing, query: string) =>
  fetch(`${playing.sandbox.origin}/ch-zh/query`, { method: 'POST', body: new URLSearchParams({ query }) });

export const SWITZERLAND: Quirks = {
  'ch-zh, Zefix': {
    'no field is promised, not even the UID, the canton or the name': async (playing) => {
      const [unnumbered] = await listed(playing, '*Namenlose Säge*');
      expect(unnumbered).not.toHaveProperty('uid');
      const search = playing.search('ch-zh', 'Wundersame Namenlose Säge GmbH');
      await expect(search).rejects.toThrow('a record without uid');
      const [unplaced] = await listed(playing, '*Ortlose Mühle*');
      const seat = String(unplaced!['uid']);
      await expect(playing.numbered('ch-zh', seat)).resolves.toEqual({ id: seat, withholds: 'seat' });
      const name = CH_ZH_NAMELESS;
      await expect(playing.numbered('ch-zh', name)).resolves.toEqual({ id: name, withholds: 'name' });
    },
    'head offices, branches and takeovers in the whole entry alone': async (playing) => {
      const { records } = await playing.search('ch-zh', 'Sagenhafte Zweigmühle AG, Zweigniederlassung Zürich');
      const [branch] = records.filter(({ isBranch }) => isBranch);
      expect(branch).not.toHaveProperty('relations');
      await expect(playing.numbered('ch-zh', branch!.id)).resolves.toMatchObject({
        isBranch: true,
        relations: [{ relation: 'home', jurisdiction: 'ch-zg', name: 'Sagenhafte Zweigmühle AG' }],
      });
      const { records: mills } = await playing.search('ch-zh', 'Sagenhafte Wassermühle AG');
      const mill = mills.find(({ name }) => name === 'Sagenhafte Wassermühle AG');
      await expect(playing.numbered('ch-zh', mill!.id)).resolves.toMatchObject({
        relations: [{ relation: 'predecessor', name: 'Sagenhafte Windmühle AG' }],
      });
    },
    'an older entry beside the living one': async (playing) => {
      const { records } = await playing.search('ch-zh', 'Wundersame Neue Mühle AG');
      expect(records).toMatchObject([{ name: 'Wundersame Neue Mühle AG', status: 'active' }]);
      const entries = (await (await playing.ask(`${ZEFIX}/uid/${records[0]!.id}`)).json()) as Json[];
      expect(entries).toMatchObject([{ status: 'CANCELLED' }, { status: 'ACTIVE' }]);
    },
    'a status that its description does not have': async (playing) => {
      const { records } = await playing.search('ch-zh', 'Wundersame Ungeklärte Mühle AG');
      expect(records).toMatchObject([{ status: 'unknown', statusDetail: 'SUSPENDED', goodStanding: null }]);
    },
    '`NOT_FOUND`': async (playing) => {
      expect(await error(await playing.ask(`${ZEFIX}/uid/CHE999999999`))).toEqual([404, 'NOT_FOUND']);
    },
    '`RESULTLIST_TO_LARGE`': () => {
      const tooLarge = crowded(CH_ZH, 501, `${SERVICE}/search`, { name: 'Gedränge' });
      expect(tooLarge).toMatchObject({ status: 400, body: { error: { type: 'RESULTLIST_TO_LARGE' } } });
    },
    '`INVALID_QUERY_WORDS`': async (playing) => {
      const answer = await playing.ask(`${ZEFIX}/search`, { name: '*-*' });
      expect(await error(answer)).toEqual([400, 'INVALID_QUERY_WORDS']);
    },
    '`INVALID_REQUEST_DATA`': async (playing) => {
      expect(await error(await playing.ask(`${ZEFIX}/search`, { name: 'ab' }))).toEqual([400, 'INVALID_REQUEST_DATA']);
    },
  },
  'ch-zh, LINDAS': {
    'no status and no deleted companies': async (playing) => {
      const name = 'CANCELLED Castle Keepers GmbH';
      const { records } = await playing.search('ch-zh', name);
      expect(records).toEqual(expect.arrayContaining([expect.objectContaining({ name, status: 'dissolved' })]));
      const query = nameQuery(name, 'ch-zh');
      const found = await withLindas(playing, (registries) => registries.of('ch-zh').search(query, signal()));
      expect(found.records.filter((record) => record.name === name || record.status !== 'active')).toEqual([]);
    },
    'a filter that is not in a limited query of its own runs out of time': async (playing) => {
      const filter = 'FILTER(CONTAINS(?legalName, "a"))';
      const query = `SELECT ?legalName WHERE { ?company schema:legalName ?legalName . ${filter} } LIMIT 10`;
      expect((await lindas(playing, query)).status).toBe(503);
    },
    'companies without a canton or a name': async (playing) => {
      const [unplaced] = await listed(playing, '*Ortlose Mühle*');
      for (const [id, withholds] of [
        [String(unplaced!['uid']), 'seat'],
        [CH_ZH_NAMELESS, 'name'],
      ] as const) {
        const found = withLindas(playing, (registries) => registries.of('ch-zh').findByNumber(id, signal()));
        await expect(found).resolves.toEqual({ id, withholds });
      }
    },
  },
};
