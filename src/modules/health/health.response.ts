import type { HealthCheckResult } from '@nestjs/terminus';
import { z } from 'zod';
import { flag, named, oneOf, whole } from '../http/answers/answer-fields.js';

const checks = z
  .record(z.string().max(50), z.looseObject({ status: oneOf(['up', 'down'], 'Whether it works.') }))
  .meta({ description: 'Every dependency, by name, with details for people.', maxProperties: 50 });

export const ReadyShape = named('Ready', 'Everything works.', z.object({ status: oneOf(['ok'], 'Ready.'), checks }));
export const NotReadyShape = named(
  'NotReady',
  'Not ready at the moment.',
  z.object({ status: oneOf(['unavailable'], 'Not ready.'), checks }),
);

export const LiveShape = named('Live', 'Alive.', z.object({ status: oneOf(['ok'], 'Alive.') }));

const both = { live: flag('Alive.'), uptime_seconds: whole('Seconds since the process started.'), checks };

export const HealthyShape = named(
  'Healthy',
  'Everything works.',
  z.object({ status: oneOf(['ok'], 'Ready.'), ...both }),
);
export const UnhealthyShape = named(
  'Unhealthy',
  'Not ready at the moment.',
  z.object({ status: oneOf(['unavailable'], 'Not ready.'), ...both }),
);

export function liveAnswer(): z.infer<typeof LiveShape> {
  return { status: 'ok' };
}

type ReadyAnswer = z.infer<typeof ReadyShape> | z.infer<typeof NotReadyShape>;

/** Dependencies are either up or down. */
export function readyAnswer({ status, details }: HealthCheckResult): ReadyAnswer {
  return { status: status === 'ok' ? 'ok' : 'unavailable', checks: details as ReadyAnswer['checks'] };
}

export function healthAnswer(result: HealthCheckResult): z.infer<typeof HealthyShape> | z.infer<typeof UnhealthyShape> {
  return { live: true, uptime_seconds: Math.round(process.uptime()), ...readyAnswer(result) };
}
