/** Who may import whom: see docs/architecture.md. */
const VIEWS = 'gdpr|ecosystem|business|application|administration|logical-infrastructure|physical-infrastructure';

module.exports = {
  forbidden: [
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'no-orphans',
      severity: 'error',
      from: { orphan: true, pathNot: '(\\.d\\.ts|main\\.ts|resource/model\\.ts|database/row-writer\\.ts)$' },
      to: {},
    },
    {
      name: 'leaves-import-nothing-of-ours',
      severity: 'error',
      from: { path: '^src/(common/|config\\.ts)' },
      to: { path: '^src/', pathNot: '^src/common/' },
    },
    {
      name: 'database-knows-common-and-settings',
      severity: 'error',
      from: { path: '^src/database/' },
      to: { path: '^src/', pathNot: '^src/(database/|common/|config\\.ts)' },
    },
    {
      name: 'the-engine-knows-no-domain',
      severity: 'error',
      from: { path: '^src/resource/' },
      to: { path: '^src/', pathNot: '^src/(resource|database|common)/' },
    },
    {
      name: 'entities-speak-the-engines-words-only',
      severity: 'error',
      from: { path: '\\.entity\\.ts$' },
      to: { path: '^src/', pathNot: '^src/resource/index\\.ts$' },
    },
    {
      name: 'views-do-not-know-each-other',
      severity: 'error',
      from: { path: `^src/(${VIEWS})/` },
      to: { path: `^src/(${VIEWS})/`, pathNot: '^src/$1/' },
    },
    {
      name: 'nobody-knows-the-command-line',
      severity: 'error',
      from: { pathNot: '^src/cli/' },
      to: { path: '^src/cli/' },
    },
    {
      name: 'remote-commands-know-no-server',
      severity: 'error',
      from: { path: '^src/cli/remote/' },
      to: { path: '^src/', pathNot: '^src/(common/|cli/(remote/|terminal\\.ts$))' },
    },
    {
      name: 'only-the-app-lists-features',
      severity: 'error',
      from: { pathNot: '^src/(app\\.module|map|server|main)\\.ts$|\\.module\\.ts$' },
      to: { path: '\\.module\\.ts$', pathNot: '^src/resource/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: false,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'types'],
    },
  },
};
