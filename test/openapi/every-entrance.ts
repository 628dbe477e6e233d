/** The settings that enable every route. */
export const EVERY_ROUTE = {
  ADMIN_API_KEY: 'an-admin-key-for-the-tests-only',
  STRIPE_SECRET_KEY: 'sk_test_of_the_double',
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_double',
};
