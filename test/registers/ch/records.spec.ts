import { askedRegister, told, DENIED } from '../asked-register.js';

const register = askedRegister();
const { listed } = register;

it('Zefix hints at the standing of a company in liquidation, and sends the login', async () => {
  const records = await listed('ch-zh', [
    { uid: 'CHE900000001', name: 'Imaginary AG in Liquidation', status: 'ACTIVE' },
  ]);
  expect(told(records[0]!)).toEqual(['active', 'In liquidation', DENIED]);
  expect(register.double.requests[0]!.headers.authorization).toBe(
    `Basic ${Buffer.from('user:secret').toString('base64')}`,
  );
});

it('Zefix lists a deleted and a living entry of one number: returns the one that is being cancelled', async () => {
  const entry = { uid: 'CHE900000001', name: 'Imaginary AG', canton: 'ZH' };
  const fetched = await register.fetched('ch-zh', 'CHE900000001', {
    '/CHE900000001': [
      { ...entry, status: 'CANCELLED' },
      { ...entry, status: 'BEING_CANCELLED' },
    ],
  });
  expect(told(fetched!)).toEqual(['active', 'Being cancelled', expect.anything()]);
});
