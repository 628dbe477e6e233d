import { askedRegister } from '../asked-register.js';
import { socrataPortal } from '../socrata-portal.js';

const NY = { dos_id: '9000001', current_entity_name: 'FABLED UMBRELLAS, INC.' };

const register = askedRegister();
const { recordOf, detailsOf } = socrataPortal(register, 'us-ny');

describe('New York', () => {
  it('treats a listed entity as active, and states no standing', async () => {
    const record = await recordOf('n9v6-gdp6', { ...NY, entity_type: 'FOREIGN BUSINESS CORPORATION' });
    expect(record).toMatchObject({ status: 'active', statusDetail: null, goodStanding: null, domestic: false });
  });

  it('does not treat "Registered Agent Revoked" as an agent', async () => {
    const { details } = await detailsOf(NY.dos_id, {
      'n9v6-gdp6': [{ ...NY, registered_agent_name: 'Registered Agent Revoked', registered_agent_state: 'NEW YORK' }],
    });
    expect(details.registeredAgent).toBeNull();
  });

  it('publishes agent, chief executive, office, filings and former names', async () => {
    const record = await detailsOf(NY.dos_id, {
      'n9v6-gdp6': [
        {
          ...NY,
          registered_agent_name: 'Nowhere Registered Agents LLC',
          registered_agent_city: 'Nowhereville',
          chairman_name: 'FICTIONAL OFFICER 1',
          location_address_1: '1 Imaginary Street',
        },
      ],
      '63wc-4exh': [{ date_filed: '2026-02-02T00:00:00.000', documenttype: 'BIENNIAL STATEMENT' }],
      'ekwr-p59j': [{ corpid_num: NY.dos_id, corp_name: 'FORMERLY FABLED, INC.', name_status: 'I' }],
    });
    expect(record.details).toMatchObject({
      registeredAgent: { name: 'Nowhere Registered Agents LLC', address: { city: 'Nowhereville' } },
      officers: [{ name: 'FICTIONAL OFFICER 1', title: 'Chief Executive Officer' }],
      principalAddress: { line1: '1 Imaginary Street' },
      filingHistorySummary: { totalFilings: 1, lastFilingDate: '2026-02-02' },
    });
    expect(record.aliases).toEqual([{ name: 'FORMERLY FABLED, INC.', kind: 'former' }]);
  });
});
