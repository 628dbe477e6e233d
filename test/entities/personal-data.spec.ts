import { minimalDetails } from '../../src/core/entities/personal-data.js';
import { NOTHING_MORE, type RecordDetails } from '../../src/core/registries/record.js';

const ADDRESS = {
  line1: '1 Sample Quay',
  line2: null,
  city: 'Exampleton',
  region: 'CO',
  postalCode: '80000',
  country: 'US',
};

describe('minimalDetails', () => {
  it('keeps only what answers show, whatever a register sends', () => {
    const sent: unknown = {
      registeredAgent: {
        name: 'Sample Agents Inc',
        address: { ...ADDRESS, telephone: '555 0100' },
        born: '1970-01-01',
      },
      officers: [
        { name: 'Sample One Ltd', title: 'Director', nationality: 'none', endDate: undefined },
        { name: 'Sample Two Ltd', title: null, endDate: '2021-12-31', home: ADDRESS },
      ],
      principalAddress: { ...ADDRESS, owner: 'Sample One Ltd' },
      filingHistorySummary: {
        totalFilings: 1,
        lastFilingDate: '2024-01-02',
        recentFilings: [{ date: '2024-01-02', type: 'Report', signedBy: 'Sample One Ltd' }],
      },
    };
    expect(minimalDetails(sent as RecordDetails)).toStrictEqual({
      registeredAgent: { name: 'Sample Agents Inc', address: ADDRESS },
      officers: [
        { name: 'Sample One Ltd', title: 'Director' },
        { name: 'Sample Two Ltd', title: null, endDate: '2021-12-31' },
      ],
      principalAddress: ADDRESS,
      filingHistorySummary: {
        totalFilings: 1,
        lastFilingDate: '2024-01-02',
        recentFilings: [{ date: '2024-01-02', type: 'Report' }],
      },
    });
  });

  it('keeps nothing where there is nothing', () => {
    expect(minimalDetails(NOTHING_MORE)).toStrictEqual(NOTHING_MORE);
  });
});
