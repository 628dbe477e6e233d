import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { startService, type Service } from '../harness.js';

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

async function listed(): Promise<any[]> {
  const { body } = await service.ask('POST', '/mcp', {
    headers: { accept: 'application/json, text/event-stream' },
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  });
  return body.result.tools;
}

describe('the tools', () => {
  it('are the nine of the contract', async () => {
    expect((await listed()).map(({ name }) => name).toSorted()).toEqual([
      'check_job_status',
      'get_account',
      'get_config',
      'get_entity',
      'get_entity_history',
      'list_jurisdictions',
      'purchase_credits',
      'search_entities',
      'verify_business',
    ]);
  });

  it('are the same in MCP and in both arrays', async () => {
    const tools = await listed();
    const openAi = await service.ask('GET', '/tools/openai.json');
    const anthropic = await service.ask('GET', '/tools/anthropic.json');
    expect(openAi.body).toEqual(
      tools.map(({ name, description, inputSchema: parameters }) => ({
        type: 'function',
        function: { name, description, parameters, strict: false },
      })),
    );
    expect(anthropic.body).toEqual(
      tools.map(({ name, description, inputSchema }) => ({ name, description, input_schema: inputSchema })),
    );
  });

  it('have names, descriptions and closed schemas that every platform takes', async () => {
    const ajv = new Ajv2020({ strict: false });
    for (const { name, title, description, inputSchema, outputSchema } of await listed()) {
      expect(name).toMatch(/^[a-z_]{1,64}$/);
      expect(title.length).toBeGreaterThan(0);
      expect(description.length).toBeLessThanOrEqual(1024);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(JSON.stringify(inputSchema)).not.toMatch(/"x-|"example"|"format":"text"/);
      expect(ajv.validateSchema(inputSchema)).toBe(true);
      expect(ajv.validateSchema(outputSchema)).toBe(true);
    }
  });

  it('take what the REST body takes, and what travels in headers there', async () => {
    const verify = (await listed()).find(({ name }) => name === 'verify_business');
    expect(Object.keys(verify.inputSchema.properties).toSorted()).toEqual([
      'entity_name',
      'force_refresh',
      'idempotency_key',
      'jurisdiction',
      'max_credits',
      'tier',
      'wait_seconds',
      'webhook_url',
    ]);
    expect(verify.inputSchema.required).toEqual(['entity_name', 'jurisdiction']);
  });

  it('answer what their output schemas promise', async () => {
    const ajv = new Ajv2020({ strict: false });
    for (const name of ['get_config', 'list_jurisdictions']) {
      const { body } = await service.ask('POST', '/mcp', {
        headers: { accept: 'application/json, text/event-stream' },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: {} } },
      });
      const { outputSchema } = (await listed()).find((tool) => tool.name === name);
      const valid = ajv.validate(outputSchema, body.result.structuredContent);
      expect({ name, errors: valid ? [] : ajv.errors }).toEqual({ name, errors: [] });
    }
  });
});
