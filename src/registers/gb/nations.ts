export type HomeNation = 'gb-eaw' | 'gb-sct' | 'gb-nir';

/**
 * Number prefixes of each register. Every other company is registered in Cardiff, including `SE`.
 */
const SCOTTISH = /^(SC|SA|SF|SI|SL|SO|SP|SR|SZ|CS|ES|GS)/i;
const NORTHERN_IRISH = /^(N[A-Z]|R0|EN|GN)/i;

/** The nation in whose register this number is. */
export function nationNumbered(number: string): HomeNation {
  if (SCOTTISH.test(number)) return 'gb-sct';
  return NORTHERN_IRISH.test(number) ? 'gb-nir' : 'gb-eaw';
}
