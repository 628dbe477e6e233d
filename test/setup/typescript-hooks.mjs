import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { swcOptions, tsxOptions } from './swc-options.mjs';

export async function resolve(specifier, context, next) {
  const isOurs = specifier.startsWith('.') && specifier.endsWith('.js') && /\.tsx?$/.test(context.parentURL ?? '');
  return next(isOurs ? sourceOf(specifier, context.parentURL) : specifier, context);
}

export async function load(url, context, next) {
  if (!/\.tsx?$/.test(url)) return next(url, context);
  const options = url.endsWith('.tsx') ? tsxOptions : swcOptions;
  const { code } = await transformFile(fileURLToPath(url), { ...options, module: { type: 'es6' } });
  return { format: 'module', source: code, shortCircuit: true };
}

function sourceOf(specifier, parentUrl) {
  const withMarkup = specifier.replace(/\.js$/, '.tsx');
  return existsSync(new URL(withMarkup, parentUrl)) ? withMarkup : specifier.replace(/\.js$/, '.ts');
}
