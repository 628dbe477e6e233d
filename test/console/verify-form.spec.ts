import { newEmail, startService, type Service } from '../support/harness.js';
import { record } from '../support/fakes.js';
import { until } from '../support/until.js';
import { textOf, Visitor, type Shown } from './visitor.js';

describe('the form for a verification', () => {
  let service: Service;
  let visitor: Visitor;
  let key: string;
  beforeAll(async () => {
    service = await startService();
    service.registries.of('us-ct').records = [
      record({ id: '1', name: 'Cedar Point Bakery LLC' }),
      record({ id: '2', name: 'Cedar Point Bakery LLC', status: 'dissolved', goodStanding: false }),
    ];
    const email = newEmail();
    ({ key } = await service.signUp(email));
    visitor = await Visitor.signedIn(service, email);
  });
  afterAll(() => service.close());

  const verify = async (fields: Record<string, string>): Promise<Shown> => {
    const { location = '' } = await visitor.press('/console/verify', '/console/verify', fields);
    return until(async () => {
      const shown = await visitor.get(location);
      return shown.html.includes('data-pending') ? undefined : shown;
    });
  };

  const form = async () => (await visitor.get('/console/verify')).html;

  it('has one button, and begins with the cheapest depth', async () => {
    const html = await form();
    expect(html.match(/<button class="first">Verify<\/button>/g)).toHaveLength(1);
    expect(html).toMatch(/name="depth" value="quick" checked/);
    expect(html).toMatch(/<input name="entity_name"[^>]* autofocus/);
  });

  it('remembers the jurisdiction and the tier, and sends address and officer', async () => {
    const asked = { entity_name: 'Cedar Point Bakery LLC', jurisdiction: 'us-ct', depth: 'deep' };
    const { html } = await verify({ ...asked, address: '7 Elsewhere Street, Nowhere', officer: 'Pat Example' });
    expect(textOf(html)).toMatch(/Address: |Officer: /);
    const next = await form();
    expect(next).toContain('<option value="us-ct" selected');
    expect(next).toMatch(/name="depth" value="deep" checked/);
    const wrong = await visitor.press('/console/verify', '/console/verify', {
      ...asked,
      entity_name: ' ',
      depth: 'anew',
    });
    expect([wrong.status, wrong.html]).toEqual([400, expect.stringMatching(/name="depth" value="anew" checked/)]);
  });

  it('suggests the names that the account knows, for nothing', async () => {
    const before = await service.balance(key);
    const { html } = await visitor.get('/console/verify/names.json?q=cedar%20poi&jurisdiction=us-ct');
    expect(JSON.parse(html)).toEqual({ names: ['Cedar Point Bakery LLC'] });
    expect(JSON.parse((await visitor.get('/console/verify/names.json?q=')).html)).toEqual({ names: [] });
    expect(await service.balance(key)).toBe(before);
  });

  it('offers a search of all registers for an absent name, with its price', async () => {
    const absent = await verify({ entity_name: 'Nobody at all LLC', jurisdiction: 'us-ct' });
    expect(textOf(absent.html)).toMatch(/Search all registers for this name \(at most \d+ credits\)/);
    expect(absent.html).toMatch(/<input type="hidden" name="entity_name" value="Nobody at all LLC"/);
  });

  it('says which jurisdiction may be meant', async () => {
    const asked = { entity_name: 'Cedar Point Bakery LLC', jurisdiction: 'colorado' };
    const { html } = await visitor.press('/console/verify', '/console/verify', asked);
    expect(textOf(html)).toContain('Did you mean Colorado (us-co)?');
  });
});
