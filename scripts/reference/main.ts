import { writeFileSync } from 'node:fs';
import { format, getFileInfo, resolveConfig } from 'prettier';
import { referencePages } from './pages.js';

for (const [path, text] of referencePages()) {
  const { inferredParser: parser } = await getFileInfo(path);
  writeFileSync(path, parser === null ? text : await format(text, { ...(await resolveConfig(path)), filepath: path }));
}
