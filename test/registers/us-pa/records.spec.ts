import { askedRegister, told } from '../asked-register.js';

const { listed } = askedRegister();

it('Pennsylvania calls no listed business active, and says why', async () => {
  const [record] = await listed('us-pa', [{ filing_number: '0009000001', business_name: 'Imaginary Something Llc' }]);
  const words = 'Listed as registered; Pennsylvania does not remove businesses that no longer operate';
  expect(told(record!)).toEqual(['unknown', words, null]);
});
