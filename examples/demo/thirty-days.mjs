import { until } from './until.mjs';

/** @typedef {import('@standing/client').Standing} Standing */
/** @typedef {import('./narrator.mjs').Narrator} Narrator */
/** @typedef {{ name: string, watchId: string, firstCheckAt: string | undefined }} Watched */

const JURISDICTION = 'us-co';
const FLAPPING = 'Sandbox Flapping LLC';
const DISSOLVING = 'Sandbox Dissolving LLC';
const WEEK_MS = 7 * 86_400_000;
/** It loses good standing in one week and regains it in the next. */
const FLIPS_AT_LEAST = 4;

/**
 * Watches two companies of the sandbox's own story, and lets thirty days of its clock pass.
 * @param {Standing} client
 * @param {Narrator} narrator
 */
export async function passThirtyDays(client, narrator) {
  const { credit_balance: before } = await client.account();
  const flapping = await watch(client, FLAPPING, narrator);
  const dissolving = await watch(client, DISSOLVING, narrator);
  await client.advanceClock('30d');
  const { sandbox_time: now } = await until(async () => {
    const clock = await client.clock();
    return clock.advancing_to === undefined ? clock : undefined;
  });
  narrator.fact('clock', `thirty days later: ${dayOf(now)}`);
  const { job_id: job } = await client.checkWatch(dissolving.watchId);
  await until(async () => ((await client.job(job)).status === 'completed' ? true : undefined));
  const told = {
    [FLAPPING]: await changesOf(client, flapping, narrator),
    [DISSOLVING]: await changesOf(client, dissolving, narrator),
  };
  const flips = told[FLAPPING].map((codes) => codes.find((code) => code.startsWith('GOOD_STANDING_')));
  const inTurn = flips.every((code, at) => code !== undefined && code !== flips[at - 1]);
  const ends = told[DISSOLVING].filter((codes) => codes.includes('DISSOLVED')).length;
  narrator.promise('every change was delivered once, in order', inTurn && flips.length >= FLIPS_AT_LEAST && ends === 1);
  const cost = (await costOf(client, flapping)) + (await costOf(client, dissolving)) + 1;
  const { credit_balance: after } = await client.account();
  narrator.promise('each check cost one credit', before - after === cost);
}

/**
 * @param {Standing} client
 * @param {string} name
 * @param {Narrator} narrator
 * @returns {Promise<Watched>}
 */
async function watch(client, name, narrator) {
  const verified = await client.verifyAndWait({ entity_name: name, jurisdiction: JURISDICTION });
  if (verified.status === 'no_match') throw new Error(`the sandbox does not have ${name}`);
  const { status, good_standing } = verified.data;
  const made = await client.watch({ entity_id: verified.entity_id, every: '7d' });
  narrator.fact(name, `${status}, good standing ${good_standing}; checked every week`);
  return { name, watchId: made.watch_id, firstCheckAt: made.next_check_at };
}

/**
 * @param {Standing} client
 * @param {Watched} watched
 * @param {Narrator} narrator
 */
async function changesOf(client, { watchId, name }, narrator) {
  /** @type {string[][]} */
  const told = [];
  for await (const { payload } of client.eachEvent()) {
    if (payload.event !== 'entity.changed' || payload.watch_id !== watchId) continue;
    const codes = payload.changes.map(({ code }) => code);
    narrator.fact(name, `${dayOf(payload.sandbox_time ?? '')}: ${codes.join(', ')}`);
    told.push(codes);
  }
  return told;
}

/**
 * The verification and each regular check, a credit each.
 * @param {Standing} client
 * @param {Watched} watched
 */
async function costOf(client, { watchId, firstCheckAt }) {
  const { next_check_at: next } = await client.readWatch(watchId);
  if (firstCheckAt === undefined || next === undefined) throw new Error('the watch has no next check');
  return 1 + Math.round((Date.parse(next) - Date.parse(firstCheckAt)) / WEEK_MS);
}

/** @param {string} moment */
function dayOf(moment) {
  return moment.slice(0, 10);
}
