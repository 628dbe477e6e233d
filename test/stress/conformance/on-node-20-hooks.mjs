const shim = new URL('./fs-with-glob.mjs', import.meta.url).href;

export function resolve(specifier, context, next) {
  const fromSuite = context.parentURL?.includes('/@modelcontextprotocol/conformance/');
  return specifier === 'fs' && fromSuite ? { url: shim, shortCircuit: true } : next(specifier, context);
}
