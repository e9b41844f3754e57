/** All tests, on SQLite always and on MariaDB where a server answers (see test/support/engines.ts). */
module.exports = {
  testMatch: ['<rootDir>/test/**/*.spec.ts'],
  globalSetup: '<rootDir>/test/support/global-setup.cjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.cjs',
  runtime: require.resolve('./test/support/runtime.cjs'),
  testTimeout: 60_000,
  maxWorkers: 2,
  workerIdleMemoryLimit: '1GB',
  transform: {
    '^.+\\.(t|j|mj)s$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
          target: 'es2022',
          keepClassNames: true,
        },
        module: { type: 'commonjs' },
      },
    ],
  },
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    // These export nothing for require().
    '^@chevrotain/(utils|gast|regexp-to-ast|cst-dts-gen)$': '<rootDir>/node_modules/@chevrotain/$1/lib/src/api.js',
  },
  transformIgnorePatterns: [
    '/node_modules/(?!(@nestjs|file-type|strtok3|token-types|uint8array-extras|@tokenizer|@borewit|es-toolkit|cookie|dotenv|js-yaml|@fastify|chevrotain|@chevrotain|lodash-es)/)',
  ],
};
