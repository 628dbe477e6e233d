import ipaddr from 'ipaddr.js';
import { AddressGuard, ForbiddenDestination, isPublicAddress } from '../../src/core/webhooks/public-address.js';
import { ResolutionError, Resolver } from '../../src/core/webhooks/ports.js';
import { HOSTILE_URLS } from './hostile-addresses.js';
import { fc } from '../support/property.js';

class FakeResolver extends Resolver {
  readonly asked: string[] = [];
  answer: string[] | Error = [];

  async addresses(host: string): Promise<string[]> {
    this.asked.push(host);
    if (this.answer instanceof Error) throw this.answer;
    return this.answer;
  }
}

function guardOver(answer: string[] | Error, allowPrivate = false) {
  const resolver = Object.assign(new FakeResolver(), { answer });
  return { guard: new AddressGuard(resolver, allowPrivate), resolver };
}

const reasonFor = async (url: string, answer: string[] | Error = ['127.0.0.1']) =>
  guardOver(answer)
    .guard.check(url)
    .then(
      () => 'passed',
      (error: unknown) => {
        if (!(error instanceof ForbiddenDestination)) throw error;
        return error.message;
      },
    );

const octets = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.nat(255));
const ipv6 = fc.ipV6();
const insideIpv4 = fc.constantFrom(
  '10.1.2.3',
  '127.0.0.1',
  '172.20.0.5',
  '192.168.7.9',
  '169.254.169.254',
  '100.64.3.4',
);

const hex = (value: number) => value.toString(16);
const NUMBER_NOTATIONS: ((value: number) => string)[] = [
  String,
  (value) => `0x${hex(value)}`,
  (value) => `0X${hex(value).toUpperCase()}`,
  (value) => `0${value.toString(8)}`,
  (value) => `0x0000${hex(value)}`,
];
const LAST_PARTS: ((bytes: number[]) => number[])[] = [
  (bytes) => bytes,
  ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c * 256 + d],
  ([a = 0, b = 0, c = 0, d = 0]) => [a, (b * 256 + c) * 256 + d],
  ([a = 0, b = 0, c = 0, d = 0]) => [((a * 256 + b) * 256 + c) * 256 + d],
];
/** Writes an IPv4 address in any way that `inet_aton` and URL parsers accept. */
const spelled = (address: string) =>
  fc
    .record({
      shape: fc.constantFrom(...LAST_PARTS),
      notations: fc.array(fc.constantFrom(...NUMBER_NOTATIONS), { minLength: 4, maxLength: 4 }),
      end: fc.constantFrom('', '.', ':443', '/hook', '?x=1', '#x'),
      start: fc.constantFrom('https://', 'HTTPS://', 'https:/', 'https:', 'https:\\\\', ' https://'),
    })
    .map(({ shape, notations, end, start }) => {
      const parts = shape(address.split('.').map(Number));
      return start + parts.map((part, i) => notations[i]!(part)).join('.') + end;
    });
/** Hides the address in an IPv6 address: mapped, compatible, translated or tunnelled. */
const wrapped = (address: string) => {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  const groups = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
  return fc
    .constantFrom('::ffff:', '::', '::ffff:0:', '64:ff9b::', '64:ff9b:1::', 'fe80::', 'fd00::')
    .chain((prefix) =>
      fc.constantFrom(`${prefix}${address}`, `${prefix}${groups}`, `2002:${groups}::`, `2001:0:${groups}::`),
    )
    .map((text) => `https://[${text}]/`);
};

describe('the address guard', () => {
  it.each([
    [false, 'localhost:4000', 'must be an https URL of at most 2048 characters: begin it with https://'],
    [true, 'localhost:4000/hook', 'must be an http or https URL of at most 2048 characters: begin it with http://'],
    [true, 'ftp://example.com', 'must be an http or https URL of at most 2048 characters'],
  ])('says which schemes are allowed (private: %s) for %s', async (allowPrivate, url, message) => {
    await expect(guardOver(['127.0.0.1'], allowPrivate).guard.check(url)).rejects.toThrow(message);
  });

  it('is tested with more than sixty hostile addresses', () => expect(new Set(HOSTILE_URLS).size).toBeGreaterThan(60));

  it.each(HOSTILE_URLS)('refuses %j, even when every name resolves to a public address', async (url) => {
    const names = url.toLowerCase().includes('localhost') ? ['127.0.0.1'] : ['8.8.8.8'];
    expect(await reasonFor(url, names)).toMatch(/^(must|could)/);
  });

  it('refuses a non-public address in every notation', async () => {
    const hostile = insideIpv4.chain((address) => fc.oneof(spelled(address), wrapped(address)));
    await fc.assert(
      fc.asyncProperty(hostile, async (url) => expect(await reasonFor(url)).not.toBe('passed')),
      { numRuns: 2_000 },
    );
  });

  it('refuses a public address in any notation but the plain one', async () => {
    const disguised = spelled('8.8.4.4').filter((url) => !/^https:\/\/8\.8\.4\.4(?![\d])/i.test(url.trim()));
    await fc.assert(
      fc.asyncProperty(disguised, async (url) => expect(await reasonFor(url)).toContain('plain')),
      { numRuns: 500 },
    );
  });

  it('calls no address public that ipaddr.js does not call unicast', () => {
    const addresses = fc.oneof(
      octets.map((bytes) => bytes.join('.')),
      ipv6.filter((text) => ipaddr.isValid(text)),
    );
    const special = addresses.filter((address) => ipaddr.parse(address).range() !== 'unicast');
    expect(() =>
      fc.assert(
        fc.property(special, (address) => !isPublicAddress(address)),
        { numRuns: 10_000 },
      ),
    ).not.toThrow();
  });

  it.each([
    '8.8.8.8',
    '1.1.1.1',
    '192.0.1.1',
    '172.15.0.1',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00:1450:4001::200e',
  ])('calls %s public', (address) => expect(isPublicAddress(address)).toBe(true));

  it('accepts a name whose addresses are all public, and returns them', async () => {
    const { guard } = guardOver(['8.8.8.8', '2606:4700::1111']);
    const { url, addresses } = await guard.check('https://Hooks.Example.com/standing?x=1#part');
    expect(url.href).toBe('https://hooks.example.com/standing?x=1');
    expect(addresses).toEqual(['8.8.8.8', '2606:4700::1111']);
  });

  it.each([
    ['8.8.8.8', '10.0.0.1'],
    ['2606:4700::1111', '::1'],
    ['8.8.8.8', 'fd00::1'],
    ['8.8.8.8', '::ffff:10.0.0.1'],
  ])('refuses a name that resolves to %s and %s', async (...answer) =>
    expect(await reasonFor('https://hooks.example.com/', answer)).toContain('publicly reachable'),
  );

  it('refuses an address longer than 2048 characters', async () => {
    expect(await reasonFor(`https://hooks.example.com/${'x'.repeat(2_048)}`, ['8.8.8.8'])).toContain(
      'at most 2048 characters',
    );
  });

  it('refuses a name that has no address or cannot be resolved', async () => {
    expect(await reasonFor('https://hooks.example.com/', [])).toBe('must name a host that can be resolved');
    expect(await reasonFor('https://hooks.example.com/', new ResolutionError('SERVFAIL'))).toBe(
      'could not be resolved',
    );
  });

  it('resolves a name once per check, so that there is no second answer', async () => {
    const { guard, resolver } = guardOver(['8.8.8.8']);
    await guard.check('https://hooks.example.com/');
    expect(resolver.asked).toEqual(['hooks.example.com']);
  });

  it('names the wrong field and the reason', async () => {
    const { guard } = guardOver(['10.0.0.1']);
    await expect(guard.register('https://hooks.example.com/')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'webhook_url must resolve to publicly reachable addresses only.',
    });
  });

  it('accepts http, a private address and any port when private addresses are allowed', async () => {
    const { guard } = guardOver(['127.0.0.1'], true);
    expect(await guard.register('http://localhost:80/hook')).toBe('http://localhost/hook');
    expect(await guard.register('http://127.0.0.1:4000')).toBe('http://127.0.0.1:4000/');
    await expect(guard.register('http://me:secret@localhost/')).rejects.toThrow('user name');
  });
});
