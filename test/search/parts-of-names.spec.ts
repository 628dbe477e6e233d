import { startSandboxService, type SandboxService } from '../support/harness.js';

let service: SandboxService;
beforeAll(async () => {
  service = await startSandboxService({ timeoutMs: 10_000 });
});
afterAll(() => service.close());

it.each([
  ['Phoenix', 'Phoenix Fable Holdings LLC'],
  ['Unicorn', 'Imaginary Unicorn Umbrellas LLC'],
  ['unicorn umbrellas', 'Pretend Unicorn Umbrellas LLC'],
  ['Wyvern', 'Storybook Wyvern Bookends Society'],
])('a search for a part of a name, %s, finds %s, first and again', async (part, whole) => {
  for (const time of ['first', 'again']) {
    const { key } = await service.signUp();
    const { body } = await service.ask('POST', '/v1/search', {
      key,
      headers: { prefer: 'wait=20' },
      body: { entity_name: part, jurisdictions: ['us-co'] },
    });
    const names = body.results.map(({ entity_name }: { entity_name: string }) => entity_name);
    expect([time, names]).toEqual([time, expect.arrayContaining([whole])]);
  }
});
