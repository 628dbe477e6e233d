import { readEmail } from '../../src/core/accounts/email-address.js';

describe('an e-mail address', () => {
  it.each([
    ['you@example.com', 'you@example.com'],
    ['  You.There+tag@Example.CO.UK ', 'you.there+tag@example.co.uk'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
    ["o'neil@xn--bcher-kva.example", "o'neil@xn--bcher-kva.example"],
  ])('reads %s as %s', (given, read) => expect(readEmail(given)).toBe(read));

  it.each([
    'a@example.com,b@example.com',
    'a@example.com;b@example.com',
    'a@example.com b@example.com',
    'You <a@example.com>',
    'you@localhost',
    'a@b@example.com',
    '"a b"@example.com',
    '.a@example.com',
    'a..b@example.com',
    'a@-example.com',
    'a@example..com',
    'a@example.com\u0000',
    'a\u001b[31m@example.com',
    'ä@example.com',
    '@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(64)}.com`,
    `a@${'b.'.repeat(130)}com`,
    '',
  ])('refuses %j', (given) => expect(readEmail(given)).toBeUndefined());
});
