import { REGISTERS } from '../../src/registers/registers.js';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { deflateRawSync } from 'node:zlib';
import { lineOf, type Probed } from '../../src/commands/registry/finding.js';
import { probe } from '../../src/commands/registry/probe.js';
import { iowaFile } from '@standing/sandbox/registers/us-ia/played';
import { fictionalCompanies } from '@standing/sandbox/companies/fictional-companies';
import { type Sandbox, startSandbox } from '@standing/sandbox';

type Change = (body: string, path: string) => string;

/** Starts a proxy between an adapter and the sandbox that changes the register's responses. */
async function startDrift(sandbox: Sandbox, code: string, change: Change): Promise<{ url: string; close: () => void }> {
  const forward = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    let sent = '';
    for await (const chunk of request) sent += String(chunk);
    const { method = 'GET', url = '/', headers } = request;
    const answer = await fetch(`${sandbox.origin}/${code}${url}`, {
      method,
      headers: { 'content-type': headers['content-type'] ?? '' },
      ...(method === 'POST' && { body: sent }),
    });
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(change(await answer.text(), url));
  };
  const server = http.createServer((request, response) => void forward(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

describe('npx --no standing registry probe', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.close());

  async function probed(codes: readonly string[], urls: Record<string, string> = {}): Promise<Probed[]> {
    const settings = {
      registers: REGISTERS,
      mode: 'sandbox',
      urls,
      credentials: {},
      timeoutMs: 5_000,
    } as const;
    const all: Probed[] = [];
    for await (const one of probe({ codes, settings, sandbox })) all.push(one);
    return all;
  }

  it('finds the sandbox as expected in every shape of query', async () => {
    const all = await probed(sandbox.codes);
    expect(all.filter(({ finding }) => !['as expected', 'not asked'].includes(finding.verdict)).map(lineOf)).toEqual(
      [],
    );
    const asked = all.filter(({ finding }) => finding.verdict === 'as expected').map(({ shape }) => shape);
    expect(new Set(asked)).toEqual(new Set(['found', 'absent', 'by number', 'deep']));
    expect(new Set(all.map(({ code }) => code)).size).toBeGreaterThanOrEqual(15);
  });

  it.each<[string, string, string, Change]>([
    ['us-co', 'found', 'entityname', (body) => body.replaceAll('"entityname"', '"entity_name"')],
    ['us-ny', 'found', 'entity_type is gone', (body) => body.replaceAll('"entity_type"', '"entitytype"')],
    ['us-ct', 'deep', 'designation is gone', (body) => body.replaceAll('"designation"', '"title"')],
    [
      'us-ct',
      'deep',
      'qh2m-n44y.json: [].name__c is gone',
      (body, path) => (path.includes('qh2m-n44y') ? body.replaceAll('"name__c"', '"name"') : body),
    ],
    [
      'us-dc',
      'found',
      'attributes.EFFECTIVE_DATE is gone',
      (body) => body.replaceAll('"EFFECTIVE_DATE"', '"EFFECTIVEDATE"'),
    ],
    ['us-dc', 'found', 'features', (body) => body.replaceAll('"features"', '"rows"')],
    [
      'us-pa',
      'found',
      'creationdate: object instead of scalar',
      (body) => body.replaceAll(/"creationdate":("[^"]*")/g, '"creationdate":{"date":$1}'),
    ],
    ['no-03', 'found', 'organisasjonsform', (body) => body.replaceAll('"organisasjonsform"', '"orgform"')],
  ])('finds drift planted in %s (%s): %s', async (code, shape, field, change) => {
    const drift = await startDrift(sandbox, code, change);
    try {
      const all = await probed([code], { [code]: drift.url });
      const found = all.find((one) => one.shape === shape)!;
      expect(lineOf(found)).toContain(field);
      expect(found.finding.verdict).toBe('drifted');
    } finally {
      drift.close();
    }
  });

  it('reports a register that it cannot reach', async () => {
    const [found] = await probed(['us-or'], { 'us-or': 'http://127.0.0.1:9' });
    expect(lineOf(found!)).toMatch(/^us-or {3}found {5}unreachable \(us-or: /);
  });

  describe('a register published as a file', () => {
    const IOWA = fictionalCompanies({
      code: 'us-ia',
      firstName: 'Imaginary Probe LLC',
      otherStatuses: [],
      notEntities: [],
      cities: ['Fable Rapids'],
      zipPrefix: '500',
    });

    async function offering(
      answer: (response: http.ServerResponse) => void,
      work: (all: Probed[]) => void,
    ): Promise<void> {
      const server = http.createServer((_, response) => answer(response));
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      try {
        work(await probed(['us-ia'], { 'us-ia': `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }));
      } finally {
        server.closeAllConnections();
        server.close();
      }
    }

    /**
     * Compresses in one pass, as a register does, so that the sizes are not known before the
     * content.
     */
    function deflated(content: string): Buffer {
      const header = Buffer.alloc(30);
      header.write('PK\u0003\u0004', 'latin1');
      header.writeUInt16LE(0b1000, 6);
      header.writeUInt16LE(8, 8);
      header.writeUInt16LE('rows.json'.length, 26);
      return Buffer.concat([header, Buffer.from('rows.json'), deflateRawSync(content)]);
    }

    const changed = (change: (rows: string) => string) => (response: http.ServerResponse) => {
      response.writeHead(200, { 'content-type': 'application/zip' }).end(deflated(change(iowaFile(IOWA).toString())));
    };
    const lines = (all: Probed[]) => all.map(lineOf);
    const AS_EXPECTED = ['us-ia   download  as expected', 'us-ia   columns   as expected'];

    it('is as expected in the sandbox, and as a packed file read only at its beginning', async () => {
      expect(lines(await probed(['us-ia']))).toEqual(AS_EXPECTED);
      await offering(
        changed((rows) => rows.repeat(200)),
        (all) => expect(lines(all)).toEqual(AS_EXPECTED),
      );
    });

    it.each<[string, (rows: string) => string]>([
      ['us-ia   columns   drifted (corporation_type is gone)', (rows) => rows.replaceAll('corporation_type', 'type')],
      ['us-ia   columns   drifted (ra_city is gone)', (rows) => rows.replaceAll('"ra_city"', '"agent_city"')],
      [
        'us-ia   columns   drifted (rows.json, line 1: a row without legal_name)',
        (rows) => rows.replaceAll('"legal_name"', '"name"'),
      ],
      [
        'us-ia   columns   drifted (no record has formationDate)',
        (rows) => rows.replaceAll(/"effective_date":"(\d{4})-(\d\d)-(\d\d)"/g, '"effective_date":"$3. $2. $1"'),
      ],
      ['us-ia   columns   drifted (rows.json, line 1: not a JSON object)', (rows) => rows.replaceAll(/^\{/gm, '')],
    ])('finds drift planted in its rows: %s', async (line, change) => {
      await offering(changed(change), (all) => expect(lines(all)).toContain(line));
    });

    it.each<[string, (response: http.ServerResponse) => void]>([
      [
        'drifted (a page instead of the file: the download was refused)',
        (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Please log in</html>'),
      ],
      ['drifted (answered HTTP 404)', (response) => response.writeHead(404).end('{}')],
      ['unreachable (127.0.0.1:', (response) => response.destroy()],
    ])('reports what it received instead of the file: %s', async (finding, answer) => {
      await offering(answer, (all) => {
        expect(all).toHaveLength(1);
        expect(lineOf(all[0]!)).toContain(`us-ia   download  ${finding}`);
      });
    });

    it('is not probed when a person downloads its files', async () => {
      expect(lines(await probed(['us-fl']))).toEqual(['us-fl   download  not asked']);
    });
  });
});
