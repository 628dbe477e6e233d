import { JOB_STAGES, postgresTimeByStage, stageNames, stageOf, timeByStage, WEBHOOK_STAGES } from './request-stages.js';

const frame = (id: number, functionName: string, url: string, children: number[] = []) => ({
  id,
  callFrame: { functionName, url },
  children,
});

it('gives a stack to the innermost frame that it knows', () => {
  const socket = ['node:net#Socket._writev', 'node:internal/stream_base_commons#writevGeneric'];
  expect(stageOf(['#writev', 'node:_http_outgoing#end', 'file:///x/node_modules/fastify/lib/reply.js#onSendEnd'])).toBe(
    'write',
  );
  expect(stageOf(['#writeUtf8String', '/x/node_modules/pg/lib/connection.js#_send', ...socket])).toBe('statement');
  expect(stageOf(['file:///x/dist/modules/auth/rate-limit.guard.js#limit'])).toBe('limiter');
  expect(stageOf(['#(garbage collector)', '#(root)'])).toBe('garbage');
  expect(stageOf(['#(program)', '#(root)'])).toBe('everything else');
  const signing = ['node:internal/crypto/hash#Hmac', 'file:///x/src/core/webhooks/signature.ts#contractSignature'];
  expect(stageOf(signing, WEBHOOK_STAGES)).toBe('signatures');
  const register = [
    'file:///x/node_modules/undici/lib/api/api-request.js#request',
    '/x/dist/adapters/registries/a.js#ask',
  ];
  expect([stageOf(register, JOB_STAGES), stageOf(register.slice(1), JOB_STAGES)]).toEqual([
    'requests going out',
    'register',
  ]);
});

it('shows each stage once, garbage and what no stage knows at the end', () => {
  const names = stageNames(JOB_STAGES);
  expect(new Set(names).size).toBe(names.length);
  expect(names.slice(-2)).toEqual(['garbage', 'everything else']);
});

it('adds up the samples of a span by stage, without idleness', () => {
  const profile = {
    nodes: [
      frame(1, '(root)', '', [2, 3]),
      frame(2, '(idle)', ''),
      frame(3, 'run', 'file:///x/node_modules/@nestjs/core/router.js', [4]),
      frame(4, 'entityData', 'file:///x/dist/modules/entities/entity-data.response.js'),
    ],
    startTime: 1_000,
    samples: [3, 4, 2, 4, 3],
    timeDeltas: [0, 100, 100, 100, 100],
  };
  expect(Object.fromEntries(timeByStage(profile, { fromUs: 1_000, toUs: 1_300 }))).toEqual({ Nest: 100, answer: 200 });
  expect(timeByStage(profile, { fromUs: 5_000, toUs: 6_000 }).size).toBe(0);
});

it('counts what was in no function to the protocol and the commit', () => {
  const functions = [
    { name: 'lock_accounts', selfMs: 20 },
    { name: 'charges_insert', selfMs: 40 },
    { name: 'ledger_entries_continue', selfMs: 10 },
  ];
  expect(Object.fromEntries(postgresTimeByStage(functions, 100))).toEqual({
    'Postgres: lock': 20,
    'Postgres: insert, update, indexes': 40,
    'Postgres: triggers': 10,
    'Postgres: protocol, commit': 30,
  });
});
