/**
 * The layers, as rules. core is plain TypeScript that imports nothing outside itself but CORE_PACKAGES; modules (transport) and adapters (technology) import core and
 * never each other; only the composition imports everything.
 */
const composition = '^src/main\\.ts$|^src/bootstrap/|^src/commands/';

/** Packages that core may import: pure functions over text and a bounded map, without I/O or configuration. */
const CORE_PACKAGES = [
  'any-ascii', // transliterates names
  'entities', // decodes what web forms put in for letters
  'csv-parse', // finds the cells of a body
  'iso-3166', // names countries and regions
  'csv-stringify', // writes a line of a file
  'lru-cache', // the keys of names that come again
  'reflect-metadata', // keeps the types of a constructor's parameters
  'fastest-levenshtein', // compares codes and names, to suggest what was meant
];

/** The one order of core's folders: each imports only what stands before it. */
const CORE_ORDER = [
  'tasks',
  'text',
  'tracing',
  'rate-limits',
  'concurrency',
  'idempotency',
  'registries',
  'metrics',
  'matching',
  'answers',
  'billing',
  'confirmations',
  'accounts',
  'evidence',
  'entities',
  'webhooks',
  'verification',
  'search',
  'watches',
  'batches',
  'records',
  'admin',
  'oauth',
  'maintenance',
];

const coreOrder = [
  {
    name: 'core-root-comes-first',
    comment: 'errors, ids, page, ports and the like stand before every folder of core.',
    severity: 'error',
    from: { path: '^src/core/[^/]+[.]ts$' },
    to: { path: '^src/core/[^/]+/' },
  },
  {
    name: 'core-has-no-other-folders',
    comment: 'A new folder of core gets its place in CORE_ORDER.',
    severity: 'error',
    from: { path: '^src/' },
    to: { path: `^src/core/(?!(${CORE_ORDER.join('|')})/)[^/]+/` },
  },
  ...CORE_ORDER.slice(0, -1).map((folder, place) => ({
    name: `core-order-${folder}`,
    comment: `${folder} may be imported by what stands after it in CORE_ORDER, and imports none of that.`,
    severity: 'error',
    from: { path: `^src/core/${folder}/` },
    to: { path: `^src/core/(${CORE_ORDER.slice(place + 1).join('|')})/` },
  })),
];

/** Folders that all rooms of the Postgres adapter may use. */
const POSTGRES_SHARED = 'client|cache|schema';

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'core-imports-core',
      comment: 'src/core imports itself, node built-ins and the pure functions of CORE_PACKAGES, nothing else.',
      severity: 'error',
      from: { path: '^src/core/' },
      to: {
        pathNot: `^src/core/|^node_modules/(${CORE_PACKAGES.join('|')})/`,
        dependencyTypesNot: ['core'],
      },
    },
    {
      name: 'registers-are-facts',
      comment: 'What a register.ts says of its register is plain data in the words of core/registries.',
      severity: 'error',
      from: { path: '^src/registers/[^/]+/register[.]ts$' },
      to: { path: '^src/', pathNot: '^src/core/registries/' },
    },
    {
      name: 'registers-are-asked-by-adapters',
      comment:
        'Beside its facts, a folder of src/registers has the adapter of its register, and imports what adapters do.',
      severity: 'error',
      from: { path: '^src/registers/', pathNot: '/register[.]ts$' },
      to: { path: '^src/', pathNot: '^src/(core|registers|adapters/registries)/' },
    },
    {
      name: 'registers-stand-apart',
      comment: 'What two registers share is machinery of adapters/registries.',
      severity: 'error',
      from: { path: '^src/registers/([^/]+)/' },
      to: { path: '^src/registers/', pathNot: '^src/registers/$1/' },
    },
    {
      name: 'registers-are-plugged-in',
      comment:
        'The composition plugs them in by registers/registers.ts: their facts into core/registries/jurisdictions.ts, the rest into adapters.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/registers/' },
      to: { path: '^src/registers/', pathNot: '^src/registers/registers[.]ts$' },
    },
    {
      name: 'modules-import-core',
      comment: 'Modules never import an adapter: they use ports of core.',
      severity: 'error',
      from: { path: '^src/modules/' },
      to: { path: '^src/', pathNot: '^src/(core|modules)/' },
    },
    {
      name: 'console-imports-modules',
      comment: 'The console is a second face of the API: it uses the data and answers of modules, and ports of core.',
      severity: 'error',
      from: { path: '^src/console/' },
      to: { path: '^src/', pathNot: '^src/(core|modules|console)/' },
    },
    {
      name: 'console-is-started-by-the-composition',
      severity: 'error',
      from: { path: '^src/', pathNot: `${composition}|^src/console/` },
      to: { path: '^src/console/' },
    },
    {
      name: 'controllers-belong-to-their-module',
      comment: 'What a route shares with a tool or a page stands beside its controller, in a file of its own.',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.]module[.]ts$' },
      to: { path: '[.]controller[.]tsx?$' },
    },
    {
      name: 'adapters-import-core',
      comment: 'An adapter implements ports of core; it never imports a module.',
      severity: 'error',
      from: { path: '^src/adapters/' },
      to: { path: '^src/', pathNot: '^src/(core|adapters)/' },
    },
    {
      name: 'adapters-stand-apart',
      comment:
        'What two adapters share is a port of core, plain code in core, or the dispatcher of their requests to other machines.',
      severity: 'error',
      from: { path: '^src/adapters/([^/]+)/' },
      to: { path: '^src/adapters/', pathNot: '^src/adapters/($1|outbound)/' },
    },
    {
      name: 'postgres-rooms-stand-apart',
      comment: 'The rooms of the Postgres adapter share schema, client and cache, and nothing else.',
      severity: 'error',
      from: { path: '^src/adapters/postgres/([^/]+)/' },
      to: { path: '^src/adapters/postgres/', pathNot: `^src/adapters/postgres/($1|${POSTGRES_SHARED})/` },
    },
    {
      name: 'postgres-client-comes-first',
      severity: 'error',
      from: { path: '^src/adapters/postgres/client/' },
      to: { path: '^src/adapters/postgres/(?!(client|schema)/)' },
    },
    {
      name: 'postgres-schema-knows-tables-alone',
      comment: 'The types of the columns are those of core.',
      severity: 'error',
      from: { path: '^src/adapters/postgres/schema/' },
      to: { path: '^src/', pathNot: '^src/(core|adapters/postgres/schema)/' },
    },
    ...coreOrder,
    {
      name: 'sandbox-stands-alone',
      comment: 'The sandbox plays the outside world, so it shares no code with the adapters that call it.',
      severity: 'error',
      from: { path: '^packages/sandbox/' },
      to: { path: '^src/|^packages/', pathNot: '^packages/sandbox/' },
    },
    {
      name: 'sandbox-is-loaded-in-sandbox-mode',
      comment: 'What asks the official registers never loads it: one file does, when it is needed.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/bootstrap/load-sandbox[.]ts$' },
      to: { path: '^packages/sandbox/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'client-stands-alone',
      comment: 'The client is used in other people’s programs: it brings nothing of the service with it.',
      severity: 'error',
      from: { path: '^packages/client/' },
      to: { pathNot: '^packages/client/', dependencyTypesNot: ['core'] },
    },
    {
      name: 'client-asks-for-commands',
      comment: 'The commands ask the service as its users do; the service itself never does.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/commands/' },
      to: { path: '^packages/client/' },
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
      comment: 'Files outside the layers must not become a second composition.',
      severity: 'error',
      from: { path: '^src/', pathNot: `${composition}|^src/(core|modules|console|adapters|registers)/` },
      to: { path: '^src/(modules|adapters)/' },
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
