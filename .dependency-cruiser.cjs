/**
 * The floors of the house, as rules. core is plain TypeScript that knows nobody; modules (doors) and adapters (technology) know core and
 * never each other; only the composition sees everything.
 */
const composition = '^src/main\\.ts$|^src/bootstrap/|^src/commands/';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'core-knows-nobody',
      comment: 'src/core imports itself, node built-ins and the pure transliterator, nothing else.',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { pathNot: '^src/core/|^node_modules/any-ascii/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'modules-import-core',
      comment: 'A door never sees an adapter or the sandbox: it asks a port of core.',
      severity: 'error',
      from: { path: '^src/modules/' },
      to: { path: '^src/', pathNot: '^src/(core|modules)/' },
    },
    {
      name: 'adapters-import-core',
      comment: 'An adapter implements ports of core; it never sees a door or the sandbox.',
      severity: 'error',
      from: { path: '^src/adapters/' },
      to: { path: '^src/', pathNot: '^src/(core|adapters)/' },
    },
    {
      name: 'sandbox-stands-alone',
      comment: 'The sandbox plays the outside world, so it shares no code with the adapters that call it.',
      severity: 'error',
      from: { path: '^src/sandbox/' },
      to: { path: '^src/', pathNot: '^src/sandbox/' },
    },
    {
      name: 'client-stands-alone',
      comment: 'The client is used in other people’s programs: it brings nothing of the service with it.',
      severity: 'error',
      from: { path: '^src/client/' },
      to: { pathNot: '^src/client/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'config-belongs-to-the-composition',
      comment: 'Only the composition reads the configuration; everybody else is handed the values.',
      severity: 'error',
      from: { path: '^src/', pathNot: composition },
      to: { path: '^src/config\\.ts$' },
    },
    {
      name: 'only-composition-sees-both',
      comment: 'Files outside the four floors must not become a second composition.',
      severity: 'error',
      from: { path: '^src/', pathNot: `${composition}|^src/(core|modules|adapters|sandbox)/` },
      to: { path: '^src/(modules|adapters|sandbox)/' },
    },
    {
      name: 'nobody-imports-the-composition',
      severity: 'error',
      from: { path: '^src/', pathNot: composition },
      to: { path: composition },
    },
    {
      name: 'no-cycles',
      comment: 'Type imports count: two files that need each other are one file.',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-undeclared-packages',
      comment: 'What production code imports is a declared dependency, not one that happens to be installed.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm', 'type-only'] },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.mjs$' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
