import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { record } from '../support/fakes.js';
import { startService, type Service } from '../support/harness.js';

describe('standing verify and standing search', () => {
  let service: Service;
  let env: Record<string, string>;
  beforeAll(async () => {
    service = await startService({ env: { FREE_CREDITS: '1000' } });
    service.registries.of('us-co').records.push(record({ id: '20019000001', name: 'Imaginary Lanterns LLC' }));
    env = { ENV_FILE: '/dev/null', STANDING_URL: service.url, STANDING_KEY: (await service.signUp()).key };
  });
  afterAll(() => service.close());

  function standing(
    args: string[],
    given: Record<string, string> = env,
    piped?: string,
  ): Promise<{ code: number; out: string; err: string }> {
    const settings = { env: { PATH: process.env['PATH'], ...given } };
    return new Promise((done) => {
      const program = [resolve('scripts/standing.mjs'), ...args];
      const { stdin } = execFile(process.execPath, program, settings, (error, out, err) =>
        done({ code: error ? Number(error.code) : 0, out, err }),
      );
      stdin?.on('error', () => undefined).end(piped);
    });
  }

  it('prints the answer of the register, for people and for programs, and exits with 0', async () => {
    const verified = await standing(['verify', 'imaginary lanterns llc', 'us-co']);
    expect(verified).toMatchObject({ code: 0, err: '' });
    expect(verified.out).toMatch(/^name {11}Imaginary Lanterns LLC\nnumber {9}us-co 20019000001\nstatus {9}active/);
    const json = JSON.parse((await standing(['verify', 'Imaginary Lanterns LLC', 'us-co', '--json'])).out);
    expect(json).toMatchObject({ status: 'completed', data: { jurisdiction_id: '20019000001' } });
    const found = await standing(['search', 'imaginary lanterns', 'us-co']);
    expect(found).toMatchObject({ code: 0, err: '' });
    expect(found.out).toContain(`us-co  20019000001  active  Imaginary Lanterns LLC  ${json.entity_id}\n`);
    const search = JSON.parse((await standing(['search', 'imaginary lanterns', 'us-co', '--json'])).out);
    expect(search.results).toMatchObject([{ entity_id: json.entity_id }]);
  });

  it('accepts a jurisdiction in any case, and with an underscore', async () => {
    expect((await standing(['verify', 'Imaginary Lanterns LLC', 'US-CO'])).code).toBe(0);
    const found = await standing(['search', 'imaginary lanterns', 'us_co', 'US-CT']);
    expect([found.code, found.out]).toEqual([0, expect.stringContaining('us-co  20019000001')]);
    expect(await standing(['verify', 'Imaginary Lanterns LLC', 'Colorado'])).toMatchObject({ code: 2, out: '' });
  });

  it('exits with 1 when there is no such business', async () => {
    expect(await standing(['verify', 'Nobody Has This Name', 'us-co'])).toEqual({
      code: 1,
      out: 'not registered in us-co\nNo business called "Nobody Has This Name" was found in the register of us-co.\n',
      err: '',
    });
    expect(JSON.parse((await standing(['verify', 'Nobody Has This', 'us-co', '--json'])).out)).toMatchObject({
      status: 'no_match',
      details: { entity_name: 'Nobody Has This', closest: [] },
    });
    expect(await standing(['search', 'Nobody Has This Name', 'us-co'])).toMatchObject({
      code: 1,
      out: 'nothing found\n',
    });
  });

  it('names what comes close to an absent business, or has its number', async () => {
    service.registries.of('us-ct').records.push(record({ id: '77', name: 'Brass Lantern 41 LLC' }));
    const near = await standing(['verify', 'Brass Lantern 42 LLC', 'us-ct']);
    expect(near).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^not registered in us-ct\n.*\nsimilar names {2}Brass/),
    });
    const other = await standing(['verify', 'Sunken Lighthouse LLC', 'us-ct', '--number', '77']);
    expect(other.code).toBe(1);
    expect(other.out).toContain('belongs to a business that is not called "Sunken Lighthouse LLC"');
    expect(other.out).toContain('its name       Brass Lantern 41 LLC\n');
    const json = JSON.parse(
      (await standing(['verify', 'Sunken Lighthouse LLC', 'us-ct', '--number', '77', '--json'])).out,
    );
    expect(json.details).toMatchObject({ number_found: true, closest: ['Brass Lantern 41 LLC'] });
  });

  it('exits with 2 for an unknown code, and suggests what to do', async () => {
    const { code, err } = await standing(['verify', 'Imaginary', 'us-zz']);
    expect([code, err.split('\n')[0]]).toEqual([2, '"us-zz" is not a supported jurisdiction.']);
    expect(err.split('\n')[1]).toContain('The page /docs/reference/coverage of the service lists the codes.');
  });

  it('exits with 3 when the match needs a review', async () => {
    service.registries
      .of('us-ct')
      .records.push(record({ id: '1', name: 'Brass Harbor LLC' }), record({ id: '2', name: 'Brass Harbor LLC' }));
    const unsure = await standing(['verify', 'Brass Harbor LLC', 'us-ct']);
    expect(unsure).toMatchObject({ code: 3, out: expect.stringContaining('needs a review') });
    expect(unsure.out).toContain('by name        the names are identical\n');
    expect(unsure.out).toContain('or             Brass Harbor LLC, 2, active, confidence 75\n');
  });

  it('exits with 6 on request, unless the register states good standing', async () => {
    const names = { good: true, bad: false, silent: null };
    const records = Object.entries(names).map(([name, goodStanding], at) => {
      return record({ id: `6${at}`, name: `Pewter ${name} Ferries LLC`, goodStanding });
    });
    service.registries.of('us-ct').records.push(...records);
    const codes: Record<string, number[]> = {};
    for (const name of Object.keys(names)) {
      const asked = ['verify', `Pewter ${name} Ferries LLC`, 'us-ct'];
      codes[name] = [(await standing(asked)).code, (await standing([...asked, '--require-good-standing'])).code];
    }
    expect(codes).toEqual({ good: [0, 0], bad: [0, 6], silent: [0, 6] });
    expect((await standing(['verify', 'Nobody Has This Name', 'us-ct', '--require-good-standing'])).code).toBe(1);
  });

  it('prints agent, officers, address and filings of a deep answer, and what is not published', async () => {
    const { out } = await standing(['verify', 'Imaginary Lanterns LLC', 'us-co', '--deep']);
    for (const label of ['address', 'agent', 'officer', 'filings']) {
      expect(out).toMatch(new RegExp(`^${label} +\\S`, 'm'));
    }
    const quick = await standing(['verify', 'Imaginary Lanterns LLC', 'us-co']);
    expect(quick.out).not.toMatch(/^officer/m);
  });

  it('compares an address, and searches everywhere without a jurisdiction', async () => {
    const asked = ['verify', 'Imaginary Lanterns LLC', 'us-co', '--address', '12 Imaginary Street', '--json'];
    const { data } = JSON.parse((await standing(asked)).out);
    expect(JSON.stringify(data.match)).toContain('address');
    const dear = await standing(['search', 'imaginary lanterns', '--max-credits', '1']);
    expect([dear.code, dear.out]).toEqual([2, '']);
    const found = await standing(['search', 'imaginary lanterns', '--address', '12 Imaginary Street']);
    expect([found.code, found.out]).toEqual([0, expect.stringContaining('us-co  20019000001')]);
  });

  it('says in the words of the command line what is wrong', async () => {
    for (const args of [
      ['verify', 'Imaginary', 'us-co', '--number', '2.0019E+10'],
      ['verify', ' ', 'us-co'],
      ['search', 'Imaginary', 'us-zz'],
      ['verify', 'Imaginary', 'us-co', '--key', 'stnd_unknown'],
    ]) {
      const { err } = await standing(args);
      expect(err).not.toBe('');
      expect([args, err.match(/\/v1\/|Idempotency-Key|X-API-Key|\bbody\.|\b(?:GET|POST) /)]).toEqual([args, null]);
    }
  });

  it('keeps a key for a service in a file that only its owner reads', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'standing-login-'));
    const { STANDING_KEY: key = '', ...without } = { ...env, XDG_CONFIG_HOME: folder };
    const file = join(folder, 'standing', 'keys.json');
    try {
      expect(await standing(['login'], without, 'stnd_unknown\n')).toMatchObject({ code: 5 });
      expect(existsSync(file)).toBe(false);
      expect(await standing(['login'], without, '')).toMatchObject({ code: 2 });
      const kept = await standing(['login'], without, `${key}\n`);
      expect([kept.code, kept.out]).toEqual([0, expect.stringContaining(`is kept in ${file}`)]);
      expect(kept.out + kept.err).not.toContain(key);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect((await standing(['verify', 'Imaginary Lanterns LLC', 'us-co'], without)).code).toBe(0);
      const elsewhere = { ...without, STANDING_URL: 'http://127.0.0.1:9' };
      expect(await standing(['verify', 'Imaginary Lanterns LLC', 'us-co'], elsewhere)).toMatchObject({ code: 2 });
      expect((await standing(['login', '--forget'], without)).code).toBe(0);
      expect(readFileSync(file, 'utf8')).not.toContain(key);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('exits with 4, not as "not registered", when the register cannot be reached', async () => {
    const register = service.registries.of('us-ct');
    const outOfOrder = () => Array.from({ length: 9 }, () => new Error('out of order'));
    register.failures = outOfOrder();
    expect(await standing(['verify', 'Sunken Lighthouse LLC', 'us-ct'])).toMatchObject({ code: 4, out: '' });
    register.failures = outOfOrder();
    expect(await standing(['search', 'Sunken Lighthouse LLC', 'us-ct'])).toMatchObject({ code: 4 });
    register.failures = [];
  });

  it('exits with 5 when the service refuses', async () => {
    const refused = await standing(['verify', 'Imaginary', 'us-co', '--key', 'stnd_unknown']);
    expect(refused).toMatchObject({ code: 5, err: expect.stringContaining('The API key is malformed.') });
  });

  it.each([
    [['verify', 'Imaginary'], 'give a name and a jurisdiction'],
    [['verify', 'Imaginary', 'Lanterns', 'us-co'], '"us-co" is unexpected: put a name of several words in quotes'],
    [['search'], 'give a name'],
    [['search', 'Imaginary', 'us-co', '--limit', 'many'], '--limit must be a whole number from 1 to'],
  ])('exits with 2 for the wrong arguments %j', async (args, message) => {
    const { code, err } = await standing(args);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  it('reports a missing key, and suggests what to do when nothing listens', async () => {
    const asked = ['verify', 'Imaginary', 'us-co'];
    expect(await standing(asked, { ENV_FILE: '/dev/null' })).toMatchObject({
      code: 2,
      err: expect.stringMatching(
        /^--key is missing, and STANDING_KEY is not set; make a key at \/console\/keys, or with standing account create, and keep it with standing login\n/,
      ),
    });
    expect(await standing([...asked, '--key', 'KEY'], { ENV_FILE: '/dev/null', PORT: '59999' })).toEqual({
      code: 4,
      out: '',
      err: 'no service listens at 127.0.0.1:59999: start the service with npm start, or give its address with --url or STANDING_URL\n',
    });
  });
});
