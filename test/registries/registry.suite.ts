import { SourceError, type NameQuery, type Registry } from '../../src/core/registries/ports.js';
import { Witness } from '../../src/core/registries/witness.js';
import { faultsOf } from './field-sources.js';
import { startRegisterDouble, type DoubleReply, type DoubleRequest, type RegisterDouble } from './register-double.js';

/** An entity in a neutral format. `RegisterUnderTest` translates it to the register's own. */
export interface ListedEntity {
  id: string;
  name: string;
  ended?: boolean;
}

/** Everything the shared suite needs to know about a register. */
export interface RegisterUnderTest {
  name: string;
  connect(origin: string, timeoutMs: number): { registry: Registry; close: () => Promise<void> };
  /**
   * Returns the body of a search response in the register's own format, for any of its search
   * requests. `total` is the number of entities on all pages; `pages` that of the pages, if they
   * are not full.
   */
  answer(entities: readonly ListedEntity[], request?: DoubleRequest, total?: number, pages?: number): string;
  /** The response to the first request of a fetch, if it differs from a search response. */
  one?(entity: ListedEntity): string;
  /** The response when a fetched record does not exist. */
  noRecord: { status?: number; body: string };
  /**
   * Is `undefined` if the register returns everything at once, or reports that there is too much.
   */
  paging:
    | {
        /** Rows per page, as the adapter requests them. */
        rows: number;
        /**
         * Returns the page that a request asks for, from 0; `undefined` if it asks for something
         * else.
         */
        at(request: DoubleRequest): number | undefined;
        /**
         * A page may have fewer rows than requested, and the next one is asked for by its number or
         * by its first row. Left out where the protocol guarantees the number of rows.
         */
        mayBeShort?: 'by page' | 'by entry';
      }
    | undefined;
  /** The response when there is more than the register sends. */
  tooMany?: { status?: number; body: string };
  /** True if one call returns everything published about an entity. */
  fetchesAtOnce?: boolean;
  /** Builds an identifier in the register's format. */
  idOf?: (number: number) => string;
  /** All rows of the numbers found are read, after the forms of a name. */
  readsWhatItFound?: true;
  /** The status of a live entity, if the register does not state it. Default: `active`. */
  liveStatus?: 'unknown';
  /** False for registers that list only live entities. */
  listsEnded: boolean;
  /** A response whose records lack a mandatory field, and that field. */
  withoutMandatory: { body: string; field: string };
  /** An error response with HTTP 200. */
  errorInside200: string;
  /** The register's response when it refuses a query. */
  refusal: { status: number; body: string };
  /** Returns the query without texts from outside, which leaves only our own. */
  questionWithoutTexts(request: DoubleRequest): string;
}

/** Longer than any response takes on any machine. */
const PATIENT_MS = 20_000;
const IMPATIENT_MS = 250;

/** Returns the words of a name as the matching core would. The search ends at an equal name. */
export function asking(typed: string, legalForm = /\s*,?\s*(LLC|INC\.?)$/i): NameQuery {
  const words = typed
    .replace(legalForm, '')
    .toUpperCase()
    .replace(/['’.]/g, '')
    .split(/[^A-Z0-9]+/)
    .filter((word) => word !== '');
  return {
    typed,
    words,
    distinctive: words,
    otherwise: [],
    satisfiedBy: (records) => records.some(({ name }) => name.toUpperCase() === typed.toUpperCase()),
  };
}

export function describeRegistry(register: RegisterUnderTest): void {
  describe(`${register.name} as a Registry`, () => {
    let double: RegisterDouble;
    let registry: Registry;
    let close: () => Promise<void>;
    const idOf = register.idOf ?? ((number: number) => String(20_019_000_000 + number));
    const ACME: ListedEntity = { id: idOf(1), name: 'Imaginary Acme LLC' };
    const answering = (entities: readonly ListedEntity[]) => (request: DoubleRequest) => ({
      body: register.answer(entities, request, entities.length),
    });

    beforeEach(async () => {
      double = await startRegisterDouble();
      ({ registry, close } = register.connect(double.origin, PATIENT_MS));
    });

    afterEach(async () => {
      await close();
      await double.close();
    });

    const never = new AbortController().signal;
    const search = (name: string) => registry.search(asking(name), never);

    it('returns no control character of a record, and the text around it', async () => {
      const sent = { ...ACME, name: 'Imaginary \u001B[2J\u007F Acme LLC' };
      double.replyWith(answering([sent]));
      const { records } = await search('Imaginary Acme LLC');
      expect(JSON.stringify(records)).not.toMatch(/\\u00[0189]|\u007F/i);
      expect(records.map(({ name }) => name)).toEqual(['Imaginary [2J Acme LLC']);
    });

    const failure = async (reply: DoubleReply): Promise<SourceError> => {
      double.replyWith(() => reply);
      const error: unknown = await search(ACME.name).catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(SourceError);
      return error as SourceError;
    };

    describe('search', () => {
      it('finds the entity by name, with the fields of a quick verification', async () => {
        double.replyWith(answering([ACME]));
        const { records, complete } = await search(ACME.name);
        expect(complete).toBe(true);
        const { liveStatus = 'active' } = register;
        expect(records).toMatchObject([{ id: ACME.id, name: ACME.name, status: liveStatus }]);
      });

      it('locates every field in the response of the register', async () => {
        double.replyWith(answering([ACME]));
        const witness = new Witness();
        const { records } = await registry.heardBy(witness).search(asking(ACME.name), never);
        expect(records.flatMap((record) => faultsOf(witness, record))).toEqual([]);
        const heard = witness.exchanges.map(({ status, tier }) => `${status} ${tier}`);
        expect([...new Set(heard)]).toEqual(['200 quick']);
      });

      it('sends only the forms of the name itself when one of them finds it, each once', async () => {
        double.replyWith(answering([ACME]));
        await search(ACME.name);
        expect(double.requests.length).toBeLessThanOrEqual(register.readsWhatItFound ? 3 : 2);
        expect(new Set(double.requests.map(wordingOf)).size).toBe(double.requests.length);
      });

      it('tries more than one form for an absent name, then returns a complete empty result', async () => {
        double.replyWith(answering([]));
        await expect(search(ACME.name)).resolves.toEqual({ records: [], complete: true });
        expect(double.requests.length).toBeGreaterThan(1);
      });

      if (register.listsEnded) {
        it('never calls an ended entity active or in good standing', async () => {
          double.replyWith(answering([{ ...ACME, ended: true }]));
          const { records } = await search(ACME.name);
          expect(records).toHaveLength(1);
          expect(records[0]!.status).not.toBe('active');
          expect(records[0]!.goodStanding).not.toBe(true);
        });
      }

      it('returns each record once, even when several forms find it', async () => {
        const many = [1, 2, 3].map((number) => ({ id: idOf(number), name: `Imaginary Acme ${number} LLC` }));
        double.replyWith(answering(many));
        const { records } = await search('Imaginary Acme 4 LLC');
        expect(records.map(({ id }) => id).toSorted()).toEqual(many.map(({ id }) => id).toSorted());
      });

      const { paging, tooMany } = register;
      if (paging) {
        it('reads all pages', async () => {
          const all = listed(paging.rows * 2 + 7, idOf);
          double.replyWith((request) => {
            const at = paging.at(request);
            const page = at === undefined ? [] : all.slice(at * paging.rows, (at + 1) * paging.rows);
            return { body: register.answer(page, request, at === undefined ? 0 : all.length) };
          });
          const { records, complete } = await search('Imaginary Acme LLC');
          expect(records).toHaveLength(all.length);
          expect(complete).toBe(true);
        });

        it('finds the twin of an exact name on the last page', async () => {
          const all = listed(paging.rows * 2 + 7, idOf);
          for (const twin of [all[0]!, all.at(-1)!]) twin.name = ACME.name;
          double.replyWith((request) => {
            const at = paging.at(request);
            const page = at === undefined ? [] : all.slice(at * paging.rows, (at + 1) * paging.rows);
            return { body: register.answer(page, request, at === undefined ? 0 : all.length) };
          });
          const { records, complete } = await search(ACME.name);
          const twins = records.filter(({ name }) => name === ACME.name).map(({ id }) => id);
          expect(twins.toSorted()).toEqual([all[0]!.id, all.at(-1)!.id].toSorted());
          expect(complete).toBe(true);
        });

        const { mayBeShort } = paging;
        if (mayBeShort) {
          it.each([
            ['of two pages', [1, 0.5]],
            ['of 250 rows in pages of 80', [0.8, 0.8, 0.8, 0.1]],
            ['of pages that shrink', [1, 0.6, 0.4, 0.2]],
          ])('confirms an absence only when it has read all rows of a register %s', async (_, shares) => {
            const sizes = shares.map((share) => Math.round(share * paging.rows));
            const starts = sizes.map((__, at) => sizes.slice(0, at).reduce((sum, size) => sum + size, 0));
            const all = listed(starts.at(-1)! + sizes.at(-1)!, idOf);
            const read = new Set<string>();
            double.replyWith((request) => {
              const at = paging.at(request);
              const from = at === undefined ? -1 : mayBeShort === 'by page' ? starts[at] : Math.round(at * paging.rows);
              const page = all.slice(from, from === -1 ? undefined : from! + (sizes[starts.indexOf(from!)] ?? 0));
              for (const { id } of from === -1 ? [] : page) read.add(id);
              const total = from === -1 ? 0 : all.length;
              return { body: register.answer(from === -1 ? [] : page, request, total, from === -1 ? 1 : sizes.length) };
            });
            const { records, complete } = await search('Imaginary Acme LLC');
            expect(complete).toBe(true);
            expect([read.size, records.length]).toEqual([all.length, all.length]);
          });

          it('returns an incomplete result when pages end before all rows were sent', async () => {
            const all = listed(paging.rows, idOf);
            double.replyWith((request) => {
              const at = paging.at(request);
              const page = at === undefined || at === 0 ? all : [];
              return { body: register.answer(page, request, paging.rows * 2 + 7) };
            });
            await expect(search('Imaginary Acme LLC')).resolves.toMatchObject({ complete: false });
          });
        }

        it.each([
          ['none of them bears the name', listed(paging.rows, idOf)],
          ['the first bears the name', [ACME, ...listed(paging.rows, idOf).slice(1)]],
        ])('returns an incomplete result when the pages never end: %s', async (_, endless) => {
          double.replyWith((request) => ({ body: register.answer(endless, request, 1_000_000) }));
          const { complete } = await search(ACME.name);
          expect(complete).toBe(false);
          expect(double.requests.length).toBeLessThan(60);
        });
      }

      if (tooMany) {
        it('returns an incomplete result when the register refuses to send so many records', async () => {
          double.replyWith(() => tooMany);
          await expect(search('Imaginary Acme LLC')).resolves.toEqual({ records: [], complete: false });
        });
      }
    });

    describe('a name from outside', () => {
      const NAMES = [
        "O'Fable & Sons, LLC",
        `"Quoted" 'Fable' LLC`,
        "Fable' OR '1'='1",
        "Fable'); DROP TABLE entities; --",
        "Fable' UNION SELECT password FROM users --",
        "%' or upper(name) like '%",
        '100% Pure_Fable \\ LLC',
        'Café Chimère LLC',
        '想像上の会社',
        '🦄 Unicorn LLC',
        'Fable\r\nHost: elsewhere LLC',
        'Fable\u0000Null LLC',
        '&$limit=1&$where=1=1 #',
        '%%%',
        '!!!',
      ];

      it.each(NAMES)('stays plain text in the query: %j', async (name) => {
        double.replyWith(answering([]));
        await expect(search(name)).resolves.toEqual({ records: [], complete: true });
        for (const request of double.requests) {
          expect(request.path).not.toContain('elsewhere');
          expect(register.questionWithoutTexts(request)).not.toMatch(/fable|drop|union|password|1=1|'/i);
        }
      });
    });

    describe('a slow register', () => {
      it('returns its records when it responds within the time limit', async () => {
        double.replyWith((request) => ({ ...answering([ACME])(request), delayMs: 80 }));
        await expect(search(ACME.name)).resolves.toMatchObject({ records: [{ id: ACME.id }] });
      });

      const becomeImpatient = async () => {
        await close();
        ({ registry, close } = register.connect(double.origin, IMPATIENT_MS));
      };

      it('fails with a timeout beyond the limit', async () => {
        await becomeImpatient();
        await expect(failure({ hang: true })).resolves.toMatchObject({ failure: 'timeout' });
      });

      it('fails with a timeout when only its body never ends', async () => {
        await becomeImpatient();
        await expect(failure({ hangAfter: '[{"' })).resolves.toMatchObject({ failure: 'timeout' });
      });

      it('fails when the caller gives up', async () => {
        double.replyWith(() => ({ hang: true }));
        const error: unknown = await registry
          .search(asking(ACME.name), AbortSignal.timeout(30))
          .catch((cause: unknown) => cause);
        expect(error).toBeInstanceOf(SourceError);
      });
    });

    describe('a failing register', () => {
      it.each([500, 502, 503, 504])(
        'is unavailable on HTTP %i, and the error is not marked as ours',
        async (status) => {
          const error = await failure({ status, body: 'Service unavailable' });
          expect(error).toMatchObject({ failure: 'unavailable' });
          expect(error.detail.ours).toBeUndefined();
        },
      );

      it('is unavailable on 429, states the retry delay, and receives no earlier request', async () => {
        const error = await failure({ status: 429, headers: { 'retry-after': '7' }, body: '{}' });
        expect(error).toMatchObject({ failure: 'unavailable', detail: { retryAfterMs: 7_000 } });
        double.replyWith(answering([ACME]));
        const asked = double.requests.length;
        await expect(search(ACME.name)).rejects.toMatchObject({ failure: 'unavailable' });
        expect(double.requests).toHaveLength(asked);
      });

      it('is unavailable when it cuts the connection', async () => {
        await expect(failure({ cut: true })).resolves.toMatchObject({ failure: 'unavailable' });
        await expect(failure({ cut: true, after: '[{' })).resolves.toMatchObject({ failure: 'unavailable' });
      });

      it('is unavailable when it refuses the connection', async () => {
        await double.close();
        await expect(search(ACME.name)).rejects.toMatchObject({ failure: 'unavailable' });
        double = await startRegisterDouble();
      });

      it('receives each request once, without retries', async () => {
        await failure({ status: 503, body: '' });
        expect(double.requests.length).toBeGreaterThan(0);
        expect(new Set(double.requests.map(wordingOf)).size).toBe(double.requests.length);
      });
    });

    describe('an unreadable response', () => {
      it.each([
        ['truncated', () => register.answer([ACME]).slice(0, -3)],
        ['an HTML page', () => '<!DOCTYPE html><html><body>Down for maintenance</body></html>'],
        ['empty', () => ''],
        ['an error inside HTTP 200', () => register.errorInside200],
        ['of another shape', () => '"fine"'],
        ['null', () => 'null'],
      ])('fails as unavailable, marked as ours to fix: %s', async (_, body) => {
        await expect(failure({ body: body() })).resolves.toMatchObject({
          failure: 'unavailable',
          detail: { ours: true },
        });
      });

      it('names the mandatory field that is missing', async () => {
        const { body, field } = register.withoutMandatory;
        const error = await failure({ body });
        expect(error).toMatchObject({ failure: 'unavailable', detail: { ours: true } });
        expect(error.message).toContain(field);
      });

      it('is not an absence when an HTML page says 404 Not Found', async () => {
        const error = await failure({ status: 404, body: '<html><body><h1>404 Not Found</h1></body></html>' });
        expect(error).toMatchObject({ failure: 'unavailable', detail: { ours: true } });
        await expect(registry.fetch(ACME.id, never)).rejects.toMatchObject({ failure: 'unavailable' });
      });

      it('fails as unavailable, marked as ours to fix, when the register refuses the query', async () => {
        const error = await failure(register.refusal);
        expect(error).toMatchObject({ failure: 'unavailable', detail: { ours: true } });
      });
    });

    describe('fetch', () => {
      it('returns undefined for a record that is gone', async () => {
        double.replyWith(() => register.noRecord);
        await expect(registry.fetch(ACME.id, never)).resolves.toBeUndefined();
      });

      it('keeps an identifier from outside as plain text in the query', async () => {
        double.replyWith(() => register.noRecord);
        await registry.fetch("1' OR '1'='1", never);
        for (const request of double.requests) {
          expect(register.questionWithoutTexts(request)).not.toMatch(/'1'='1| or /i);
        }
      });

      if (register.fetchesAtOnce !== true) {
        it('fails as a whole when one of several calls fails', async () => {
          double.replyWith((request) =>
            request.number === 1
              ? { body: register.one?.(ACME) ?? register.answer([ACME], request, 1) }
              : { status: 503, body: '' },
          );
          await expect(registry.fetch(ACME.id, never)).rejects.toMatchObject({ failure: 'unavailable' });
          expect(double.requests.length).toBeGreaterThan(1);
        });
      }
    });
  });
}

function wordingOf({ path, query, body }: DoubleRequest): string {
  return `${path}?${query.toString()} ${JSON.stringify(body)}`;
}

function listed(count: number, idOf: (number: number) => string): ListedEntity[] {
  return Array.from({ length: count }, (_, at) => ({ id: idOf(at), name: `Imaginary Acme Number ${at} LLC` }));
}
