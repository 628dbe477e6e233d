// Receives webhooks on this machine: WEBHOOK_SECRET=whsec_... node examples/webhook-receiver/main.mjs
import { once } from 'node:events';
import { createReceiver } from './receiver.mjs';

const { WEBHOOK_SECRET, PORT = '4000' } = process.env;
if (!WEBHOOK_SECRET) throw new Error('WEBHOOK_SECRET is not set: GET /v1/account/webhook-secret returns it');

const receiver = createReceiver(WEBHOOK_SECRET, ({ event, event_id }) => console.log(event, event_id));
await once(receiver.listen(Number(PORT), '127.0.0.1'), 'listening');
const address = /** @type {import('node:net').AddressInfo} */ (receiver.address());
console.log(`Listening at http://127.0.0.1:${address.port}/`);
