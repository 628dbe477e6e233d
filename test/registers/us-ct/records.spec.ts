import { askedRegister, itCountsUnknownStatuses } from '../asked-register.js';

itCountsUnknownStatuses(askedRegister(), 'us-ct', (word) => [
  { accountnumber: '1', name: 'Imaginary Something', status: word },
]);
