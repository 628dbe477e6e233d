import { askedRegister, itCountsUnknownStatuses } from '../asked-register.js';

itCountsUnknownStatuses(askedRegister(), 'us-co', (word) => [
  { entityid: '1', entityname: 'Imaginary Something', entitystatus: word },
]);
