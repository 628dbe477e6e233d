import { fileURLToPath } from 'node:url';

/** Node's arguments that let a child process run our TypeScript as it stands. */
export const RUN_TYPESCRIPT = ['--import', new URL('typescript.mjs', import.meta.url).href];

/** The compiled program of a source file: what is measured is what is shipped. */
export function compiled(program: string): string {
  return fileURLToPath(new URL(`../../dist/${program}`, import.meta.url));
}
