import { isIPv6, type LookupFunction } from 'node:net';

/** Answers every look-up with the addresses that were checked. */
export function onlyTo(addresses: string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  return (_host, options, callback) => {
    const [first] = answers;
    if (options.all || !first) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}
