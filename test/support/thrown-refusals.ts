import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { AppError } from '../../src/core/errors.js';

const SOURCES = resolve('src');
const CONSTRUCTED =
  /(?<!function )\b(?:new InvalidRequest|new Unread(?:able)?Body|invalid|invalidAny|refused|new FileRefused)\(/;
/** These files construct refusals for other code to throw, and examples for the documents. */
const NOT_THROWING = new Set(['core/invalid-request.ts', 'modules/openapi/error-cases.ts']);

/** Returns every place in the sources that refuses a request, as `file:line`. */
export function refusalSites(): string[] {
  return readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !NOT_THROWING.has(file))
    .flatMap((file) =>
      readFileSync(join(SOURCES, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => (CONSTRUCTED.test(line) ? [`${file}:${index + 1}`] : [])),
    );
}

/**
 * Records each refusal with its place in the sources. Intercepts the name that an error sets in its
 * constructor.
 */
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

/** Restores the class, because the suites of one worker share it. */
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
