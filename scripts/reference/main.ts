import { writeFileSync } from 'node:fs';
import { format, resolveConfig } from 'prettier';
import { referencePages } from './pages.js';

for (const [path, text] of referencePages()) {
  writeFileSync(path, await format(text, { ...(await resolveConfig(path)), filepath: path }));
}
