import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { messageTables, TABLES } from './messages.js';
import { referencePages } from './pages.js';

for (const [path, text] of referencePages()) {
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
}

rmSync(TABLES, { recursive: true, force: true });
mkdirSync(TABLES, { recursive: true });
for (const [path, text] of messageTables()) writeFileSync(path, text);
