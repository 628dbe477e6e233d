import { readFile, writeFile } from 'node:fs/promises';
import { startService } from '../support/harness.js';

const FILE = 'packages/client/openapi.json';

it('builds the client from the document that is served', async () => {
  const service = await startService({ env: { BASE_URL: 'http://localhost:3000' } });
  const served: unknown = await (await fetch(`${service.url}/openapi.json`)).json();
  await service.close();
  if (process.env['RENEW_CLIENT']) await writeFile(FILE, `${JSON.stringify(served, undefined, 2)}\n`);
  expect(JSON.parse(await readFile(FILE, 'utf8'))).toEqual(served);
});
