import { z } from 'zod';
import { flag, named, oneOf, whole } from '../http/answers/answer-fields.js';
import type { RouteDoc } from '../http/contract.js';

const checks = z
  .record(z.string().max(50), z.looseObject({ status: oneOf(['up', 'down'], 'Whether it works.') }))
  .meta({ description: 'Everything it depends on, by name, with details for people.', maxProperties: 50 });

const ReadyShape = named('Ready', 'All is well.', z.object({ status: oneOf(['ok'], 'Ready.'), checks }));
const NotReadyShape = named('NotReady', 'Not now.', z.object({ status: oneOf(['unavailable'], 'Not ready.'), checks }));

const LiveShape = named('Live', 'Alive.', z.object({ status: oneOf(['ok'], 'Alive.') }));

export const CHECK_LIVE: RouteDoc = {
  operation: 'checkLive',
  summary: 'Check whether the process is alive',
  description: 'Does not check what it depends on.',
  answers: { 200: LiveShape },
};

export const CHECK_READY: RouteDoc = {
  operation: 'checkReady',
  summary: 'Check whether it can serve requests',
  description: 'Checks everything it depends on, each within two seconds.',
  answers: { 200: ReadyShape, 503: NotReadyShape },
};

const both = { live: flag('Alive.'), uptime_seconds: whole('How long the process has been up.'), checks };

const HealthyShape = named('Healthy', 'All is well.', z.object({ status: oneOf(['ok'], 'Ready.'), ...both }));
const UnhealthyShape = named(
  'Unhealthy',
  'Not now.',
  z.object({ status: oneOf(['unavailable'], 'Not ready.'), ...both }),
);

export const CHECK_HEALTH: RouteDoc = {
  operation: 'checkHealth',
  summary: 'Check its health, for people',
  description: 'Whether it is alive and ready, in one answer.',
  answers: {
    200: HealthyShape,
    503: UnhealthyShape,
  },
};

export function liveAnswer(): z.infer<typeof LiveShape> {
  return { status: 'ok' };
}

type ReadyAnswer = z.infer<typeof ReadyShape> | z.infer<typeof NotReadyShape>;

export function readyAnswer(ready: boolean, found: ReadyAnswer['checks']): ReadyAnswer {
  return { status: ready ? 'ok' : 'unavailable', checks: found };
}

export function healthAnswer(
  ready: ReadyAnswer,
  uptimeSeconds: number,
): z.infer<typeof HealthyShape> | z.infer<typeof UnhealthyShape> {
  return { live: true, uptime_seconds: Math.round(uptimeSeconds), ...ready };
}
