import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { hooked, WITHOUT_SANDBOX } from '../support/module-hooks.js';
import { startProgram } from '../support/program.js';

const WITHOUT_OSLO = hooked(`export async function resolve(specifier, context, next) {
  if (specifier !== './registers/no/played.js') return next(specifier, context);
  return { url: 'data:text/javascript,export {}', shortCircuit: true };
}`);

describe('the compiled program without the sandbox', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  const start = (mode: string) => startProgram({ ...WITHOUT_SANDBOX, REGISTRY_MODE: mode, DATABASE_URL: database.url });

  it('uses the official registers in live mode, where it loads nothing of the sandbox', async () => {
    const program = await start('live');
    const answer = await fetch(`${program.url}/v1/jurisdictions`);
    const { jurisdictions } = (await answer.json()) as { jurisdictions: { code: string; active: boolean }[] };
    expect(jurisdictions).toContainEqual(expect.objectContaining({ code: 'us-co', active: true }));
    expect(await program.stop()).toBe(0);
  });

  it('starts in sandbox mode when one register is not played, and reports it as unavailable', async () => {
    const program = await startProgram({ ...WITHOUT_OSLO, REGISTRY_MODE: 'sandbox', DATABASE_URL: database.url });
    const answer = await fetch(`${program.url}/v1/jurisdictions`);
    const { jurisdictions } = (await answer.json()) as { jurisdictions: { code: string; active: boolean }[] };
    const unavailable_reason = 'The register of Oslo is not connected to this service.';
    expect(jurisdictions).toContainEqual(
      expect.objectContaining({ code: 'no-03', active: false, tiers: [], source_status: 'down', unavailable_reason }),
    );
    const inactive = jurisdictions.filter(({ active }) => !active).map(({ code }) => code);
    expect(inactive).toEqual(['us-ak', 'us-il', 'no-03']);
    expect(await program.stop()).toBe(0);
  });

  it('refuses to start in sandbox mode, and says why and what to do', async () => {
    await expect(start('sandbox')).rejects.toThrow(
      'Standing cannot start: the sandbox is not installed here: it is in a clone and in the image for trials, not in that for production; REGISTRY_MODE=live asks the official registers',
    );
  });
});
