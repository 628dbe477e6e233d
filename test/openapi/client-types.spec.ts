import { readFile, writeFile } from 'node:fs/promises';
import { format, resolveConfig } from 'prettier';
import { startService } from '../support/harness.js';

type Json = Record<string, any>;

const FILE = 'packages/client/openapi.json';

/** The recorded responses and the samples are for readers. The client is generated without them. */
function withoutExamples(document: Json): Json {
  const { paths, ...rest } = structuredClone(document);
  for (const methods of Object.values<Json>(paths))
    for (const operation of Object.values<Json>(methods)) {
      delete operation['x-codeSamples'];
      for (const { content } of Object.values<Json>(operation['responses']))
        for (const media of Object.values<Json>(content ?? {})) delete media['example'];
    }
  return { ...rest, paths };
}

it('the client package contains the served OpenAPI document', async () => {
  const service = await startService({ env: { BASE_URL: 'http://localhost:3000' } });
  const served = withoutExamples(await (await fetch(`${service.url}/openapi.json`)).json());
  await service.close();
  if (process.env['RENEW'])
    await writeFile(FILE, await format(JSON.stringify(served), { ...(await resolveConfig(FILE)), filepath: FILE }));
  expect(JSON.parse(await readFile(FILE, 'utf8'))).toEqual(served);
});
