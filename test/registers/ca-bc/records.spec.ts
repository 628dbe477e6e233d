import { askedRegister } from '../asked-register.js';

const register = askedRegister();
const { listed } = register;

it('British Columbia reads historical entities, assumed names and no business number', async () => {
  const topic = {
    source_id: 'BC9000001',
    names: [
      { text: 'IMAGINARY SOMETHING LTD.', type: 'entity_name' },
      { text: 'SOMETHING ELSE', type: 'entity_name_assumed' },
      { text: '900000001', type: 'business_number' },
    ],
    attributes: [
      { type: 'entity_status', value: 'HIS' },
      { type: 'registration_date', value: '2006-10-17T23:58:42+00:00' },
    ],
    inactive: true,
  };
  const [record] = await listed('ca-bc', { total: 1, results: [topic] });
  expect(record).toMatchObject({
    status: 'inactive',
    statusDetail: 'Historical',
    goodStanding: false,
    formationDate: '2006-10-17',
    aliases: [{ name: 'SOMETHING ELSE', kind: 'trade' }],
  });
});
