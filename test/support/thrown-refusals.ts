import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { AppError } from '../../src/core/errors.js';

const SOURCES = resolve('src');
const CONSTRUCTED =
  /(?<!function )\b(?:new InvalidRequest|new Unread(?:able)?Body|invalid|invalidAny|refused|new FileRefused)\(/;
/** They construct what others throw, and the examples of the documents. */
const NOT_THROWING = new Set(['core/invalid-request.ts', 'modules/openapi/error-cases.ts']);

/** Every place in the sources that refuses a request: `file:line`. */
export function refusalSites(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !NOT_THROWING.has(file))
    .flatMap((file) =>
      readFileSync(join(SOURCES, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (CONSTRUCTED.test(line) ? [`${file}:${index + 1}`] : [])),
    );
}

/** Notes each refusal with the place that it came from. Errors name themselves as they are constructed, which is seen here. */
export function noteRefusals(): Map<string, AppError> {
  const thrown = new Map<string, AppError>();
  Object.defineProperty(AppError.prototype, 'name', {
    configurable: true,
    set(this: AppError, value: string) {
      Object.defineProperty(this, 'name', { value, configurable: true, writable: true });
      if (this.code === 'VALIDATION_ERROR') thrown.set(siteOf(this), this);
    },
  });
  return thrown;
}

/** Suites of one worker share the class. */
export function noteNoMore(): void {
  delete (AppError.prototype as Partial<AppError>).name;
}

function siteOf({ stack = '' }: Error): string {
  const frames = [...stack.matchAll(/\(?(\/[^\s():]+):(\d+):\d+\)?$/gm)].map(([, file = '', line = '']) => {
    return { file: relative(SOURCES, file), line };
  });
  const { file, line } = frames.find(
    (frame) => !frame.file.startsWith('..') && frame.file !== 'core/errors.ts' && !NOT_THROWING.has(frame.file),
  ) ?? { file: 'unknown', line: stack };
  return `${file}:${line}`;
}
