import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { runCommand } from '../../src/commands/cli/command.js';
import { PICTURES, picturesOfPages } from './pages.js';

const COMMAND = {
  name: 'pictures',
  summary: `Draws the diagrams in README.md and docs/ into ${PICTURES}.`,
} as const;

await runCommand(COMMAND, async () => {
  await mkdir(PICTURES, { recursive: true });
  const pictures = await picturesOfPages();
  for (const name of await readdir(PICTURES)) {
    if (!pictures.has(name)) await rm(`${PICTURES}/${name}`);
  }
  for (const [name, svg] of pictures) {
    await writeFile(`${PICTURES}/${name}`, svg);
    console.log(`${PICTURES}/${name}`);
  }
});
