import { z } from 'zod';
import { flag, named, oneOf, whole } from '../http/answer-fields.js';
import type { RouteDoc } from '../http/contract.js';

const checks = z
  .record(z.string().max(50), z.looseObject({ status: oneOf(['up', 'down'], 'Whether it works.') }))
  .meta({ description: 'Everything it depends on, by name, with details for people.', maxProperties: 50 });

const ReadyShape = named('Ready', 'All is well.', z.object({ status: oneOf(['ok'], 'Ready.'), checks }));
const NotReadyShape = named('NotReady', 'Not now.', z.object({ status: oneOf(['unavailable'], 'Not ready.'), checks }));

export const CHECK_LIVE: RouteDoc = {
  operation: 'checkLive',
  summary: 'Ask whether the process is alive',
  description: 'Says nothing about what it depends on.',
  answers: { 200: named('Live', 'Alive.', z.object({ status: oneOf(['ok'], 'Alive.') })) },
};

export const CHECK_READY: RouteDoc = {
  operation: 'checkReady',
  summary: 'Ask whether it can serve requests',
  description: 'Checks everything it depends on, each within two seconds.',
  answers: { 200: ReadyShape, 503: NotReadyShape },
};

const both = { live: flag('Alive.'), uptime_seconds: whole('How long the process has been up.'), checks };

export const CHECK_HEALTH: RouteDoc = {
  operation: 'checkHealth',
  summary: 'Ask how it is, for people',
  description: 'Whether it is alive and ready, in one answer.',
  answers: {
    200: named('Healthy', 'All is well.', z.object({ status: oneOf(['ok'], 'Ready.'), ...both })),
    503: named('Unhealthy', 'Not now.', z.object({ status: oneOf(['unavailable'], 'Not ready.'), ...both })),
  },
};
