import { pagesOf, type WholeAccount } from '../console/whole-account.js';
import { record, unavailable } from './fakes.js';
import type { Service } from './harness.js';
import { until } from './until.js';

async function fileJob(service: Service, key: string, entity_name: string): Promise<string> {
  const { body } = await service.ask('POST', '/v1/verify', { key, body: { entity_name, jurisdiction: 'us-ct' } });
  await until(async () => {
    const { body: now } = await service.ask('GET', `/v1/verify/status/${body.job_id}`, { key });
    return !['pending', 'processing'].includes(now.status);
  });
  return body.job_id;
}

/**
 * Returns every console page with a name for its picture: `batches`, `one-of-batches`,
 * `one-of-batches-rows`.
 */
export async function everyPage(service: Service, account: WholeAccount): Promise<[name: string, path: string][]> {
  const registry = service.registries.of('us-ct');
  registry.records = [];
  const absent = await fileJob(service, account.key, 'Nobody at all LLC');
  registry.failures = [unavailable(), unavailable(), unavailable()];
  const silent = await fileJob(service, account.key, 'Silent Mills LLC');
  registry.failures = [];
  registry.records = [
    record({ id: '0000001', name: 'Cedar Point Bakery LLC' }),
    record({ id: '0000002', name: 'Cedar Point Bakery LLC', status: 'dissolved', goodStanding: false }),
  ];
  const unsure = await fileJob(service, account.key, 'Cedar Point Bakery LLC');
  return [
    ...pagesOf(service, account).map((path): [string, string] => [nameOf(path), path]),
    ['absent', `/console/jobs/${absent}`],
    ['unreachable', `/console/jobs/${silent}`],
    ['not-sure', `/console/jobs/${unsure}`],
    ['nothing', '/console/nothing'],
  ];
}

function nameOf(path: string): string {
  const [section = 'overview', id, part] = path.split('/').slice(2);
  return [...(id === undefined ? [] : ['one-of']), section, ...(part === undefined ? [] : [part])].join('-');
}
