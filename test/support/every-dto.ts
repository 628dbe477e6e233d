import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dtoSchema } from '../../src/modules/http/input/dto-schema.js';

type Dto = new () => object;

/**
 * Returns every DTO class with fields: those of the `.dto.ts` files, of the tool inputs and of list
 * paging.
 */
export async function everyDto(): Promise<[name: string, dto: Dto][]> {
  const files = ['src/modules', 'src/console'].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((file) => join(folder, String(file))),
  );
  const declaring = files.filter((file) => /\.dto\.ts$|tools\/tool-inputs\.ts$|answers\/paging\.ts$/.test(file));
  const modules: object[] = await Promise.all(declaring.map((file) => import(resolve(file))));
  const found = modules
    .flatMap((module) => Object.entries<unknown>({ ...module }))
    .filter((entry): entry is [string, Dto] => typeof entry[1] === 'function' && /^class\b/.test(String(entry[1])))
    .filter(([, dto]) => Object.keys(dtoSchema(dto).properties).length > 0);
  return [...new Map(found)];
}
