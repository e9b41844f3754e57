/** Who may import whom, types included: see docs/architecture.md. */
module.exports = {
  forbidden: [
    // Entities name each other's types, since links have two ends: see docs/decisions/entities.md.
    { name: 'no-circular', severity: 'error', from: { pathNot: '\\.entity\\.ts$' }, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '(\\.d\\.ts|main\\.tsx?|i18n/catalogue\\.ts)$' },
      to: {},
    },
    {
      name: 'core-imports-nothing-of-ours',
      severity: 'error',
      from: { path: '^src/core/' },
      to: { path: '^src/', pathNot: '^src/core/' },
    },
    {
      name: 'settings-are-leaves',
      severity: 'error',
      // Those of sources of feeding are no settings of the program.
      from: { path: '^src/(config|.*settings)\\.ts$', pathNot: '^src/feed/' },
      to: { path: '^src/', pathNot: '^src/(core/|.*settings\\.ts$)' },
    },
    {
      name: 'database-knows-core-and-settings',
      severity: 'error',
      from: { path: '^src/database/' },
      to: { path: '^src/', pathNot: '^src/(database/|core/|config\\.ts)' },
    },
    {
      name: 'files-know-core',
      severity: 'error',
      from: { path: '^src/files/' },
      to: { path: '^src/', pathNot: '^src/(files|core)/' },
    },
    {
      name: 'connectors-know-files-and-documents',
      severity: 'error',
      from: { path: '^src/feed/(connectors|document)/' },
      // Lists of parts name products as lists of vulnerabilities do.
      to: { path: '^src/', pathNot: '^src/(feed/(connectors|document)|files|core|vulnerabilities/identity)/' },
    },
    {
      name: 'the-engine-knows-no-domain',
      severity: 'error',
      from: { path: '^src/engine/' },
      // Lists are answered as CSV, too.
      to: { path: '^src/', pathNot: '^src/(engine|database|core)/|^src/files/csv\\.ts$' },
    },
    {
      name: 'the-engine-is-used-by-its-index',
      severity: 'error',
      from: { path: '^(src|examples)/', pathNot: '^src/engine/' },
      // The thread of the graph needs the names of needs, and no engine.
      to: { path: '^src/engine/', pathNot: '^src/engine/(index|schema/edge)\\.ts$' },
    },
    {
      name: 'entities-use-the-engines-decorators-only',
      severity: 'error',
      from: { path: '\\.entity\\.ts$' },
      to: { path: '^src/', pathNot: '^src/(engine/index\\.ts|map/(codes|products)\\.ts)$|\\.entity\\.ts$' },
    },
    {
      name: 'entities-name-each-other-as-types-only',
      severity: 'error',
      from: { path: '\\.entity\\.ts$' },
      to: { path: '\\.entity\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'the-document-knows-no-chapter',
      severity: 'error',
      from: { path: '^src/openapi/' },
      to: { path: '\\.openapi\\.ts$' },
    },
    {
      name: 'views-do-not-know-each-other',
      severity: 'error',
      from: { path: '^src/map/([^/]+)/' },
      to: { path: '^src/map/[^/]+/', pathNot: '^src/map/$1/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'what-pages-share-knows-no-page',
      severity: 'error',
      from: { path: '^web/src/(api|app|components|i18n|styles)/', pathNot: '^web/src/app/pages\\.ts$' },
      to: { path: '^web/src/[^/]+/', pathNot: '^web/src/(api|app|components|i18n|styles)/' },
    },
    {
      name: 'pages-do-not-know-each-other',
      severity: 'error',
      from: { path: '^web/src/([^/]+)/', pathNot: '^web/src/(api|app|components|i18n|styles)/' },
      to: { path: '^web/src/[^/]+/', pathNot: '^web/src/($1|api|app|components|i18n|styles)/' },
    },
    {
      name: 'components-know-no-frame',
      severity: 'error',
      from: { path: '^web/src/(api|components|i18n)/' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'the-client-of-pages-shows-nothing',
      severity: 'error',
      from: { path: '^web/src/(api|i18n)/' },
      to: { path: '^web/src/(app|components)/' },
    },
    {
      name: 'nobody-knows-the-command-line',
      severity: 'error',
      from: { pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'only-local-commands-know-the-server',
      severity: 'error',
      from: { path: '^src/cli/', pathNot: '^src/cli/local/' },
      to: {
        path: '^src/',
        pathNot:
          '^src/(core|cli)/|^src/files/csv\\.ts$|^src/feed/(connectors/|document/|merge/ranks\\.ts$|plan/(changes|print)\\.ts$)|^src/graph/(graph|parameters|questions)\\.ts$|^src/pictures/(formats\\.ts$|views/)',
      },
    },
    {
      name: 'only-the-table-of-commands-knows-local-ones',
      severity: 'error',
      from: { path: '^src/cli/', pathNot: '^src/cli/(local/|commands\\.ts$)' },
      to: { path: '^src/cli/local/' },
    },
    {
      name: 'exchange-knows-no-reports',
      severity: 'error',
      from: { path: '^src/exchange/' },
      to: { path: '^src/reports/' },
    },
    {
      name: 'pictures-know-no-reports',
      severity: 'error',
      from: { path: '^src/pictures/' },
      to: { path: '^src/reports/' },
    },
    {
      name: 'nobody-knows-the-examples',
      severity: 'error',
      from: { pathNot: '^examples/' },
      to: { path: '^examples/' },
    },
    {
      name: 'only-the-app-lists-features',
      severity: 'error',
      from: { pathNot: '^src/(app\\.module|map/index|server|main)\\.ts$|\\.module\\.ts$' },
      to: { path: '\\.module\\.ts$', pathNot: '^src/engine/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['meridian-source', 'import', 'require', 'types'],
    },
  },
};
