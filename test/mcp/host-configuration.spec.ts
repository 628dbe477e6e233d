import { readFile } from 'node:fs/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startService, type Service } from '../support/harness.js';

const HOSTS = ['Claude Code', 'Cursor', 'VS Code', 'Windsurf', 'Zed', 'Gemini CLI', 'Codex'];

describe('docs/tutorials/connect-an-agent.md', () => {
  let service: Service;
  let page: string;
  beforeAll(async () => {
    service = await startService();
    page = await readFile('docs/tutorials/connect-an-agent.md', 'utf8');
  });
  afterAll(() => service.close());

  /** Returns the URL and the header that a host is configured with, whatever the file format. */
  function configuredFor(host: string): { url: string; headers: Record<string, string> } {
    const [, text = ''] = new RegExp(`^${host}[:,]([\\s\\S]+?)(?:\\n\`\`\`\\n|\\. )`, 'm').exec(page) ?? [];
    const [, json] = /```json\n([\s\S]+)$/.exec(text) ?? [];
    if (json === undefined) {
      const [, url = ''] = /(http[^\s"]+)/.exec(text) ?? [];
      const [, name = '', value = ''] = /"(X-API-Key)(?:: |" = ")(\w+)"/.exec(text) ?? [];
      return { url, headers: { [name]: value } };
    }
    const [servers] = Object.values(JSON.parse(json) as Record<string, { standing: Record<string, any> }>);
    const { headers, url, serverUrl, httpUrl } = servers!.standing;
    return { url: url ?? serverUrl ?? httpUrl, headers };
  }

  it.each(HOSTS)('connects %s to the nine tools, with a key', async (host) => {
    const { key } = await service.signUp();
    const { url, headers } = configuredFor(host);
    expect(headers).toEqual({ 'X-API-Key': 'KEY' });
    const client = new Client({ name: host, version: '1' });
    const address = new URL(new URL(url).pathname, service.url);
    await client.connect(
      new StreamableHTTPClientTransport(address, { requestInit: { headers: { 'X-API-Key': key } } }),
    );
    expect((await client.listTools()).tools).toHaveLength(9);
    const account = await client.callTool({ name: 'get_account', arguments: {} });
    expect(account.structuredContent).toMatchObject({ credit_balance: 50 });
    await client.close();
  });

  it('names only places for agents that are served', async () => {
    const paths = [...page.matchAll(/`(\/[\w./-]+)`/g)]
      .map(([, path = '']) => path)
      .filter((path) => !/^\/(mcp|a2a)$/.test(path));
    expect(paths.length).toBeGreaterThan(4);
    for (const path of paths) expect([path, (await service.ask('GET', path)).status]).toEqual([path, 200]);
  });
});
