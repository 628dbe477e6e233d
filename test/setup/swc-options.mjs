/**
 * Compiler options outside the real build: no type checks, but the same decorators and class
 * fields.
 */
export const swcOptions = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true, dynamicImport: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
    target: 'es2022',
  },
  sourceMaps: 'inline',
};

/** The same for files with JSX, in which `<T>` starts an element. */
export const tsxOptions = {
  ...swcOptions,
  jsc: {
    ...swcOptions.jsc,
    parser: { ...swcOptions.jsc.parser, tsx: true },
    transform: { ...swcOptions.jsc.transform, react: { runtime: 'automatic', importSource: 'preact' } },
  },
};
