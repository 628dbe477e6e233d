import { CheckoutSandbox } from '../../src/adapters/checkout-sandbox/checkout-sandbox.js';
import { SystemClock } from '../../src/adapters/in-process/clock.js';
import { ListeningAddress } from '../../src/adapters/in-process/listening-address.js';
import { createStripe } from '../../src/adapters/stripe/stripe-client.js';
import { StripePayments } from '../../src/adapters/stripe/stripe-payments.js';
import { MemoryLog } from '../support/fakes.js';
import { StripeDouble } from '../support/stripe-double.js';
import { itKeepsThePromisesOfPayments } from './payments.suite.js';

const SECRET_KEY = 'sk_test_of_the_contract';
const address = new ListeningAddress('https://standing.example.com', () => null);

let double: StripeDouble;
beforeAll(async () => {
  double = await StripeDouble.start(SECRET_KEY);
});
afterAll(() => double.stop());

describe('payments through Stripe', () => {
  itKeepsThePromisesOfPayments(
    () => new StripePayments(createStripe(SECRET_KEY, double.url), address, new MemoryLog()),
  );
});

describe('payments in the test checkout', () => {
  itKeepsThePromisesOfPayments(() => new CheckoutSandbox('a secret of the test', address, new SystemClock()));
});
