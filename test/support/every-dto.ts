import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dtoSchema } from '../../src/modules/http/input/dto-schema.js';

type Dto = new () => object;

const MODULES = resolve('src/modules');

/**
 * Returns every DTO class with fields: those of the `.dto.ts` files, of the tool inputs and of list
 * paging.
 */
export async function everyDto(): Promise<[name: string, dto: Dto][]> {
  const files = readdirSync(MODULES, { recursive: true })
    .map(String)
    .filter((file) => file.endsWith('.dto.ts') || file === 'tools/tool-inputs.ts' || file === 'http/answers/paging.ts');
  const modules: object[] = await Promise.all(files.map((file) => import(join(MODULES, file))));
  const found = modules
    .flatMap((module) => Object.entries<unknown>({ ...module }))
    .filter((entry): entry is [string, Dto] => typeof entry[1] === 'function' && /^class\b/.test(String(entry[1])))
    .filter(([, dto]) => Object.keys(dtoSchema(dto).properties).length > 0);
  return [...new Map(found)];
}
