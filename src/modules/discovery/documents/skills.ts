import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { PRICES } from '../../../core/billing/pricing.js';
import { json, published, sha256, type Published } from './published.js';
import { MAX_JURISDICTIONS } from '../../../core/limits.js';

/** Not copied on build: the compiled program reads them from the sources. */
const FOLDER = fileURLToPath(new URL('../../../../src/modules/discovery/skills', import.meta.url));
const PLACE = '/.well-known/agent-skills';

/** Values of `{name}` placeholders in a skill, in addition to `{base_url}` and `{new_accounts}`. */
const CONSTANTS = {
  quick: PRICES.quick,
  deep: PRICES.deep,
  deep_force_refresh: PRICES.deepForceRefresh,
  search: PRICES.searchPerJurisdiction,
  history: PRICES.history,
  max_jurisdictions: MAX_JURISDICTIONS,
};

const SKILLS = fs
  .readdirSync(FOLDER)
  .toSorted()
  .map((name) => ({ name, text: withValues(fs.readFileSync(`${FOLDER}/${name}/SKILL.md`, 'utf8'), CONSTANTS) }));

export const SKILL_PATHS = [`${PLACE}/index.json`, ...SKILLS.map(({ name }) => pathOf(name))];

/** Omitted if the service sells no credits. */
const BUYING = 'buy-credits';
const offered = (sellsCredits: boolean) => SKILLS.filter(({ name }) => sellsCredits || name !== BUYING);

interface SkillFacts {
  freeCredits: number;
  signUp: boolean;
  sellsCredits: boolean;
}

/**
 * The skills and their index (Agent Skills discovery 0.2.0); each digest is over the bytes as
 * served.
 */
export function skillDocuments(
  baseUrl: string,
  { freeCredits, signUp, sellsCredits }: SkillFacts,
): [path: string, document: Published][] {
  const newAccounts = signUp
    ? `A new account has ${freeCredits} credits.`
    : 'The operator of this service creates accounts: only the address of one gets a code.';
  const skills = offered(sellsCredits).map(({ name, text }) => {
    const document = published(
      'text/markdown; charset=utf-8',
      withValues(text, { base_url: baseUrl, new_accounts: newAccounts }),
    );
    return { name, description: descriptionOf(text), path: pathOf(name), document };
  });
  const index = {
    $schema: 'https://schemas.agentskills.io/discovery/0.2.0/schema.json',
    skills: skills.map(({ name, description, path, document }) => ({
      name,
      type: 'skill-md',
      description,
      url: baseUrl + path,
      digest: `sha256:${sha256(document)}`,
    })),
  };
  return [
    [`${PLACE}/index.json`, json(index)],
    ...skills.map(({ path, document }): [string, Published] => [path, document]),
  ];
}

export const skillList = (sellsCredits: boolean) =>
  offered(sellsCredits).map(({ name, text }) => ({ name, description: descriptionOf(text) }));

function withValues(text: string, values: Record<string, string | number>): string {
  return Object.entries(values).reduce((filled, [name, value]) => filled.replaceAll(`{${name}}`, String(value)), text);
}

function descriptionOf(text: string): string {
  return /^description: (.+)$/m.exec(text)?.[1] ?? '';
}

function pathOf(name: string): string {
  return `${PLACE}/${name}/SKILL.md`;
}
