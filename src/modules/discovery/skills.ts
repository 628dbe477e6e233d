import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { json, published, sha256, type Published } from './published.js';

/** They stay with the sources; the compiled program finds them there too. */
const FOLDER = fileURLToPath(new URL('../../../src/modules/discovery/skills', import.meta.url));
const PLACE = '/.well-known/agent-skills';

const SKILLS = fs
  .readdirSync(FOLDER)
  .toSorted()
  .map((name) => ({ name, text: fs.readFileSync(`${FOLDER}/${name}/SKILL.md`, 'utf8') }));

export const SKILL_PATHS = [`${PLACE}/index.json`, ...SKILLS.map(({ name }) => pathOf(name))];

/** The skills and their index (Agent Skills discovery 0.2.0); each digest is over the bytes that are served. */
export function skillDocuments(baseUrl: string): [path: string, document: Published][] {
  const skills = SKILLS.map(({ name, text }) => {
    const document = published('text/markdown; charset=utf-8', text.replaceAll('{base_url}', baseUrl));
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

export const skillList = () => SKILLS.map(({ name, text }) => ({ name, description: descriptionOf(text) }));

function descriptionOf(text: string): string {
  return /^description: (.+)$/m.exec(text)?.[1] ?? '';
}

function pathOf(name: string): string {
  return `${PLACE}/${name}/SKILL.md`;
}
