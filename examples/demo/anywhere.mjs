import { inCredits } from './narrator.mjs';

/** A name of the sandbox that one register has, while another cannot be reached. */
const NAME = 'Sandbox Somewhere LLC';
const ADDRESS = '7 Nowhere St, Upper Fable, NY 12207';

/**
 * Looks for a business of which only the name and an address are known, in every register.
 * @param {import('@standing/client').Standing} client
 * @param {number} price of each register that was searched
 * @param {import('./narrator.mjs').Narrator} narrator
 */
export async function findAnywhere(client, price, narrator) {
  const before = (await client.account()).credit_balance;
  narrator.fact('asked for', `${NAME}, ${ADDRESS}`);
  const found = await client.searchAndWait({ entity_name: NAME, address: ADDRESS, limit: 5 });
  const { searched, not_searched } = found.coverage;
  const [best] = found.results;
  const evidence = best?.match.evidence?.find(({ kind }) => kind === 'address');
  narrator.fact('found in', `${best?.jurisdiction}: ${best?.entity_name}`);
  narrator.fact('its address', evidence?.detail);
  narrator.promise(
    `one of ${searched.length + not_searched.length} registers has it, at that address`,
    best?.jurisdiction === 'us-ny' && evidence?.agrees === true,
  );
  for (const { jurisdiction, reason } of not_searched) narrator.fact('not searched', `${jurisdiction}, ${reason}`);
  narrator.promise(
    'a register that could not be reached is named',
    not_searched.some(({ jurisdiction, reason }) => jurisdiction === 'no-03' && reason === 'unreachable'),
  );
  const spent = before - (await client.account()).credit_balance;
  narrator.fact('cost', inCredits(spent));
  narrator.promise('and costs nothing', spent === searched.length * price);
}
