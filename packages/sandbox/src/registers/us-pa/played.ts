import type { Row } from '../../dialect.js';
import { portal, type SodaRegister } from '../../soda/portal.js';

/**
 * Pennsylvania, Registered Businesses in PA Current (https://data.pa.gov/d/xvd7-5r2c): one row per
 * party of an entity.
 */

const TYPES = {
  llc: 'Limited Liability Company',
  corporation: 'Business Corporation',
  nonprofit: 'Nonprofit Corporation',
} as const;

const PARTIES: Readonly<Record<string, string>> = {
  'Chief Executive Officer': 'President',
  Manager: 'Governor',
};

export const US_PA: SodaRegister = {
  code: 'us-pa',
  vocabulary: {
    code: 'us-pa',
    firstName: 'Daydream Carousels LLC',
    otherStatuses: [],
    notEntities: [],
    cities: ['Fableburg', 'Nowhereton', 'Imaginary Forge'],
    zipPrefix: '171',
  },
  nameColumn: 'business_name',
  datasets: [
    {
      id: 'xvd7-5r2c',
      columns: [
        'business_name',
        'filing_number',
        'typeofbusinessregistration',
        'creationdate',
        'address_line1',
        'address_line2',
        'city',
        'state',
        'zip',
        'party_type',
        'first_name',
        'middle_name',
        'last_name',
        'shortcountyname',
        'county_name',
      ],
    },
  ],
  /** The register lists only current entities. */
  isLive: () => true,

  rowsOf(company) {
    const { street, unit, city, zip } = company.office;
    const own: Row = {
      business_name: company.name,
      filing_number: String(company.serial).padStart(10, '9000000000'),
      typeofbusinessregistration: `${company.foreignTo === undefined ? 'Domestic' : 'Foreign'} ${TYPES[company.kind]}`,
      creationdate: `${company.formed}T00:00:00.000`,
      address_line1: street,
      ...(unit !== undefined && { address_line2: unit }),
      city,
      state: 'PA',
      zip,
      shortcountyname: 'Nowhere',
      county_name: 'Nowhere County',
    };
    return {
      '': [
        { ...own, party_type: 'Organizer', first_name: 'Fictional', last_name: 'Organizer' },
        ...company.officers.map(({ name, title }) => ({
          ...own,
          party_type: PARTIES[title] ?? title,
          first_name: name.split(' ').slice(0, -1).join(' '),
          last_name: name.split(' ').at(-1)!,
        })),
      ],
    };
  },
};

export const registers = [portal(US_PA)];
