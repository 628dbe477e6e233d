import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { lineOf, probe, type Probed } from '../../src/commands/registry/probe.js';
import { startSandbox, type Sandbox } from '../../src/sandbox/server.js';

type Change = (body: string, path: string) => string;

/** Stands between an adapter and the sandbox, and changes what the register answers. */
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

describe('npm run registry -- probe', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.close());

  async function probed(codes: readonly string[], urls: Record<string, string> = {}): Promise<Probed[]> {
    const settings = { mode: 'sandbox', urls, credentials: {}, timeoutMs: 5_000 } as const;
    const all: Probed[] = [];
    for await (const one of probe({ codes, settings, sandbox })) all.push(one);
    return all;
  }

  it('finds the sandbox as expected in every shape that its registers are asked in', async () => {
    const all = await probed(sandbox.codes);
    expect(all.filter(({ finding }) => !['as expected', 'not asked'].includes(finding.verdict)).map(lineOf)).toEqual(
      [],
    );
    const asked = all.filter(({ finding }) => finding.verdict === 'as expected').map(({ shape }) => shape);
    expect(new Set(asked)).toEqual(new Set(['found', 'absent', 'by number', 'deep']));
    expect(new Set(all.map(({ code }) => code)).size).toBeGreaterThanOrEqual(15);
  }, 120_000);

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

  it('says that a register cannot be reached', async () => {
    const [found] = await probed(['us-or'], { 'us-or': 'http://127.0.0.1:9' });
    expect(lineOf(found!)).toMatch(/^us-or {3}found {5}unreachable \(us-or: /);
  });
});
