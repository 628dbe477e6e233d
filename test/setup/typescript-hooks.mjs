import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';
import { swcOptions } from './swc-options.mjs';

export async function resolve(specifier, context, next) {
  const isOurs = specifier.startsWith('.') && specifier.endsWith('.js') && context.parentURL?.endsWith('.ts');
  return next(isOurs ? specifier.replace(/\.js$/, '.ts') : specifier, context);
}

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const { code } = await transformFile(fileURLToPath(url), { ...swcOptions, module: { type: 'es6' } });
  return { format: 'module', source: code, shortCircuit: true };
}
