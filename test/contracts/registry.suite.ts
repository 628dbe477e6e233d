import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SourceError, type NameQuery, type Registry } from '../../src/core/registries/ports.js';
import { startRegisterDouble, type DoubleReply, type RegisterDouble } from './register-double.js';

/** An entity as a test speaks of it; the register's own format is the business of `RegisterUnderTest`. */
export interface ListedEntity {
  id: string;
  name: string;
  ended?: boolean;
}

/** What the suite has to know of a register to put every register through the same things. */
export interface RegisterUnderTest {
  name: string;
  connect(origin: string, timeoutMs: number): { registry: Registry; close: () => Promise<void> };
  /** The body of a search answer, in the register's own format. */
  answer(entities: readonly ListedEntity[]): string;
  /** The body that says "no such record" when one is fetched. */
  noRecord: string;
  /** Rows of one page, as the adapter asks for them. */
  pageRows: number;
  /** Where in its paging a request stands, from 0. */
  page(query: URLSearchParams): number;
  /** False for registers that list live entities only. */
  listsEnded: boolean;
  /** An answer whose records lack a field that every record must have, and that field. */
  withoutMandatory: { body: string; field: string };
  /** An error that comes with HTTP 200. */
  errorInside200: string;
  /** A refusal of the query, as the register words it. */
  refusal: { status: number; body: string };
  /** The queries of all requests with the texts from outside taken out: what is left is our own. */
  queryWithoutTexts(query: URLSearchParams): string;
}

const TIMEOUT_MS = 250;
const ACME: ListedEntity = { id: '20019000001', name: 'Imaginary Acme LLC' };

/** The words a name is made of, as the matching core would hand them over; ends the search at an equal name. */
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
    satisfiedBy: (records) => records.some(({ name }) => name.toUpperCase() === typed.toUpperCase()),
  };
}

export function describeRegistry(register: RegisterUnderTest): void {
  describe(`${register.name} as a Registry`, () => {
    let double: RegisterDouble;
    let registry: Registry;
    let close: () => Promise<void>;

    beforeEach(async () => {
      double = await startRegisterDouble();
      ({ registry, close } = register.connect(double.origin, TIMEOUT_MS));
    });

    afterEach(async () => {
      await close();
      await double.close();
    });

    const never = new AbortController().signal;
    const search = (name: string) => registry.search(asking(name), never);
    const failure = async (reply: DoubleReply): Promise<SourceError> => {
      double.replyWith(() => reply);
      const error: unknown = await search(ACME.name).catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(SourceError);
      return error as SourceError;
    };

    describe('searching', () => {
      it('finds the entity of the name, with what a quick verification shows', async () => {
        double.replyWith(() => ({ body: register.answer([ACME]) }));
        const { records, complete } = await search(ACME.name);
        expect(complete).toBe(true);
        expect(records).toMatchObject([{ id: ACME.id, name: ACME.name, status: 'active' }]);
      });

      it('asks no further once the name is found', async () => {
        double.replyWith(() => ({ body: register.answer([ACME]) }));
        await search(ACME.name);
        expect(double.requests).toHaveLength(1);
      });

      it('answers an absent name with no records, completely, after more than one form', async () => {
        double.replyWith(() => ({ body: register.answer([]) }));
        await expect(search(ACME.name)).resolves.toEqual({ records: [], complete: true });
        expect(double.requests.length).toBeGreaterThan(1);
      });

      if (register.listsEnded) {
        it('never calls an ended entity active or in good standing', async () => {
          double.replyWith(() => ({ body: register.answer([{ ...ACME, ended: true }]) }));
          const { records } = await search(ACME.name);
          expect(records).toHaveLength(1);
          expect(records[0]!.status).not.toBe('active');
          expect(records[0]!.goodStanding).not.toBe(true);
        });
      }

      it('returns each record once, however many forms find it', async () => {
        const many = ['1', '2', '3'].map((digit) => ({
          id: `2001900000${digit}`,
          name: `Imaginary Acme ${digit} LLC`,
        }));
        double.replyWith(() => ({ body: register.answer(many) }));
        const { records } = await search('Imaginary Acme 4 LLC');
        expect(records.map(({ id }) => id).toSorted()).toEqual(many.map(({ id }) => id));
      });

      it('reads all pages', async () => {
        const all = listed(register.pageRows * 2 + 7);
        double.replyWith(({ query, path }) => ({
          body: register.answer(path === double.requests[0]!.path ? pageOf(all, query) : []),
        }));
        const { records, complete } = await search('Imaginary Acme LLC');
        expect(records).toHaveLength(all.length);
        expect(complete).toBe(true);
      });

      it('says that it is incomplete when the pages do not end', async () => {
        const endless = listed(register.pageRows);
        double.replyWith(() => ({ body: register.answer(endless) }));
        const { complete } = await search('Imaginary Acme LLC');
        expect(complete).toBe(false);
        expect(double.requests.length).toBeLessThan(60);
      });

      const pageOf = (all: ListedEntity[], query: URLSearchParams) =>
        all.slice(register.page(query) * register.pageRows, (register.page(query) + 1) * register.pageRows);
    });

    describe('names from outside', () => {
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

      it.each(NAMES)('stay texts in the query: %j', async (name) => {
        double.replyWith(() => ({ body: register.answer([]) }));
        await expect(search(name)).resolves.toEqual({ records: [], complete: true });
        for (const { query, path } of double.requests) {
          expect(path).not.toContain('elsewhere');
          expect(register.queryWithoutTexts(query)).not.toMatch(/fable|drop|union|password|1=1|'/i);
        }
      });
    });

    describe('a register that is slow', () => {
      it('is waited for within the limit', async () => {
        double.replyWith(() => ({ body: register.answer([ACME]), delayMs: TIMEOUT_MS / 3 }));
        await expect(search(ACME.name)).resolves.toMatchObject({ records: [{ id: ACME.id }] });
      });

      it('is a timeout beyond the limit', async () => {
        const startedAt = Date.now();
        await expect(failure({ hang: true })).resolves.toMatchObject({ failure: 'timeout' });
        expect(Date.now() - startedAt).toBeLessThan(TIMEOUT_MS * 4);
      });

      it('is a timeout when only the body does not end', async () => {
        await expect(failure({ hangAfter: '[{"' })).resolves.toMatchObject({ failure: 'timeout' });
      });

      it('is left when the caller gives up', async () => {
        double.replyWith(() => ({ hang: true }));
        const error: unknown = await registry
          .search(asking(ACME.name), AbortSignal.timeout(30))
          .catch((cause: unknown) => cause);
        expect(error).toBeInstanceOf(SourceError);
      });
    });

    describe('a register that fails', () => {
      it.each([500, 502, 503, 504])('with HTTP %i is unavailable, and not by our fault', async (status) => {
        const error = await failure({ status, body: 'Service unavailable' });
        expect(error).toMatchObject({ failure: 'unavailable' });
        expect(error.detail.ours).toBeUndefined();
      });

      it('with 429 is unavailable, says for how long, and is not asked before', async () => {
        const error = await failure({ status: 429, headers: { 'retry-after': '7' }, body: '{}' });
        expect(error).toMatchObject({ failure: 'unavailable', detail: { retryAfterMs: 7_000 } });
        double.replyWith(() => ({ body: register.answer([ACME]) }));
        await expect(search(ACME.name)).rejects.toMatchObject({ failure: 'unavailable' });
        expect(double.requests).toHaveLength(1);
      });

      it('by cutting the connection is unavailable', async () => {
        await expect(failure({ cut: true })).resolves.toMatchObject({ failure: 'unavailable' });
        await expect(failure({ cut: true, after: '[{' })).resolves.toMatchObject({ failure: 'unavailable' });
      });

      it('by refusing the connection is unavailable', async () => {
        await double.close();
        await expect(search(ACME.name)).rejects.toMatchObject({ failure: 'unavailable' });
        double = await startRegisterDouble();
      });

      it('is asked once per call: attempts are counted elsewhere', async () => {
        await failure({ status: 503, body: '' });
        expect(double.requests).toHaveLength(1);
      });
    });

    describe('an answer that cannot be read', () => {
      it.each([
        ['truncated', () => register.answer([ACME]).slice(0, -3)],
        ['an HTML page', () => '<!DOCTYPE html><html><body>Down for maintenance</body></html>'],
        ['empty', () => ''],
        ['an error inside HTTP 200', () => register.errorInside200],
        ['of another shape', () => '"fine"'],
        ['null', () => 'null'],
      ])('is unavailable and ours to look at: %s', async (_, body) => {
        await expect(failure({ body: body() })).resolves.toMatchObject({
          failure: 'unavailable',
          detail: { ours: true },
        });
      });

      it('names the mandatory field that is gone', async () => {
        const { body, field } = register.withoutMandatory;
        const error = await failure({ body });
        expect(error).toMatchObject({ failure: 'unavailable', detail: { ours: true } });
        expect(error.message).toContain(field);
      });

      it('is no answer when the query was refused', async () => {
        const error = await failure(register.refusal);
        expect(error).toMatchObject({ failure: 'unavailable', detail: { ours: true } });
      });
    });

    describe('fetching', () => {
      it('answers undefined for a record that is gone', async () => {
        double.replyWith(() => ({ body: register.noRecord }));
        await expect(registry.fetch(ACME.id, never)).resolves.toBeUndefined();
      });

      it('keeps an identifier from outside a text', async () => {
        double.replyWith(() => ({ body: register.noRecord }));
        await registry.fetch("1' OR '1'='1", never);
        for (const { query } of double.requests) expect(register.queryWithoutTexts(query)).not.toMatch(/1=1| or /i);
      });

      it('fails as a whole when one of several calls fails', async () => {
        double.replyWith(({ number }) =>
          number === 1 ? { body: register.answer([ACME]) } : { status: 503, body: '' },
        );
        await expect(registry.fetch(ACME.id, never)).rejects.toMatchObject({ failure: 'unavailable' });
        expect(double.requests.length).toBeGreaterThan(1);
      });
    });
  });
}

function listed(count: number): ListedEntity[] {
  return Array.from({ length: count }, (_, at) => ({
    id: String(20_019_000_000 + at),
    name: `Imaginary Acme Number ${at} LLC`,
  }));
}
