const asData = (program: string) => `data:text/javascript;base64,${Buffer.from(program).toString('base64')}`;

/** The environment of a Node process in which these hooks resolve its modules. */
export const hooked = (hooks: string) => ({
  NODE_OPTIONS: `--import=${asData(`import { register } from 'node:module'; register('${asData(hooks)}');`)}`,
});

/** As in the image for production, which has no sandbox. */
export const WITHOUT_SANDBOX = hooked(`export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  if (!found.url.includes('/packages/sandbox/')) return found;
  throw Object.assign(new Error('not installed'), { code: 'ERR_MODULE_NOT_FOUND' });
}`);
