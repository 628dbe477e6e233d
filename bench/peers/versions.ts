import fs from 'node:fs/promises';

/** `bullmq` → `bullmq 6.7.0`, as it is installed. */
export async function versioned(name: string): Promise<string> {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  const { version } = JSON.parse(await fs.readFile(file, 'utf8')) as { version: string };
  return `${name} ${version}`;
}
