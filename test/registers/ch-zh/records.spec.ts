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
