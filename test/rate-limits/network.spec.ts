import ipaddr from 'ipaddr.js';
import { networkOf } from '../../src/core/rate-limits/network.js';
import { fc } from '../support/property.js';

describe('networkOf', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::192.0.2.7', '64:ff9b:0:0::/64'],
  ])('maps %s to %s', (ip, network) => {
    expect(networkOf(ip)).toBe(network);
  });

  it('is the same for all addresses of a /64 in any notation, and another for every other /64', () => {
    const group = fc.integer({ min: 0, max: 0xffff });
    const half = fc.tuple(group, group, group, group);
    fc.assert(
      fc.property(half, half, half, half, (network, host, otherNetwork, otherHost) => {
        const address = (...parts: number[][]) => new ipaddr.IPv6(parts.flat());
        const home = address(network, host);
        fc.pre(!home.isIPv4MappedAddress());
        expect(networkOf(home.toString())).toBe(networkOf(address(network, otherHost).toNormalizedString()));
        const isSame = network.join() === otherNetwork.join();
        expect(networkOf(home.toString()) === networkOf(address(otherNetwork, host).toString())).toBe(isSame);
      }),
    );
  });
});
