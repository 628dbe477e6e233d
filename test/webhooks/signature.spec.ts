import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { newId } from '../../src/core/ids.js';
import { checkSignatures, signatureHeaders, generateSigningSecret } from '../../src/core/webhooks/signature.js';

const body = Buffer.from('{"event":"verification.completed","entity_name":"Bäckerei Œuvre 株式会社"}');
const eventId = newId('evt');
const [current, before] = [generateSigningSecret(), generateSigningSecret()];
const lowerCase = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
const signed = (previous?: { secret: string; expiresAt: Date }, at = new Date()) =>
  lowerCase(signatureHeaders({ eventId, body, at }, { current, previous }));
const inAnHour = () => new Date(Date.now() + 3_600_000);

describe('the signature of a delivery', () => {
  it('is an HMAC of the raw body, keyed with the secret exactly as it is shown', () => {
    const expected = createHmac('sha256', current).update(body).digest('hex');
    expect(signed()['x-service-signature']).toBe(`sha256=${expected}`);
  });

  it('satisfies the Standard Webhooks library, with either secret during a changeover', () => {
    const headers = signed({ secret: before, expiresAt: inAnHour() });
    for (const secret of [current, before])
      expect(() => new Webhook(secret).verify(body.toString(), headers)).not.toThrow();
    expect(() => new Webhook(generateSigningSecret()).verify(body.toString(), headers)).toThrow('signature');
    expect(() => new Webhook(current).verify(`${body.toString()} `, headers)).toThrow('signature');
  });

  it('uses the previous secret only until it expires', () => {
    const headers = signed({ secret: before, expiresAt: new Date(Date.now() - 1) });
    expect(headers).not.toHaveProperty('x-service-signature-previous');
    expect(headers['webhook-signature']).not.toContain(' ');
    expect(checkSignatures(headers, body, before, new Date())).toEqual({ contract: false, standard: false });
  });

  it('passes checkSignatures for both schemes, both secrets, the raw bytes and a recent time', () => {
    const headers = signed({ secret: before, expiresAt: inAnHour() });
    const now = new Date();
    expect(checkSignatures(headers, body, current, now)).toEqual({ contract: true, standard: true });
    expect(checkSignatures(headers, body, before, now)).toEqual({ contract: true, standard: true });
    expect(checkSignatures(headers, Buffer.from('{}'), current, now)).toEqual({ contract: false, standard: false });
    expect(checkSignatures(headers, body, current, new Date(now.getTime() + 600_000)).standard).toBe(false);
    expect(checkSignatures({}, body, current, now)).toEqual({ contract: false, standard: false });
  });
});
