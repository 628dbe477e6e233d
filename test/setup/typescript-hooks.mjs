import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { swcOptions, tsxOptions } from './swc-options.mjs';

// The runner appends the time to the URL of a suite.
const withoutQuery = (url) => url.replace(/\?.*$/, '');

export async function resolve(specifier, context, next) {
  const importer = withoutQuery(context.parentURL ?? '');
  const isOurs = specifier.startsWith('.') && specifier.endsWith('.js') && /\.tsx?$/.test(importer);
  return next(isOurs ? sourceOf(specifier, importer) : specifier, context);
}

export async function load(url, context, next) {
  const file = withoutQuery(url);
  if (!/\.tsx?$/.test(file)) return next(url, context);
  const options = file.endsWith('.tsx') ? tsxOptions : swcOptions;
  const { code } = await transformFile(fileURLToPath(file), { ...options, module: { type: 'es6' } });
  return { format: 'module', source: code, shortCircuit: true };
}

function sourceOf(specifier, importer) {
  const withMarkup = specifier.replace(/\.js$/, '.tsx');
  return existsSync(new URL(withMarkup, importer)) ? withMarkup : specifier.replace(/\.js$/, '.ts');
}
