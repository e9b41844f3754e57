import tseslint from 'typescript-eslint';

/** Rules are on or absent. Style is prettier's. */
export default tseslint.config(
  { ignores: ['**/dist/', '**/dist.*/', 'node_modules/', 'coverage/', 'data/', '**/*.cjs'] },
  {
    files: ['**/*.{ts,tsx}'],
    languageOptions: {
      parser: tseslint.parser,
      parserOptions: { project: ['./tsconfig.json', './web/tsconfig.json'], tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@typescript-eslint': tseslint.plugin },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      'no-console': 'error',
      eqeqeq: 'error',
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'Settings are read in config.ts alone.',
        },
      ],
    },
  },
  {
    files: ['src/config.ts', 'src/cli/remote/session.ts', 'src/main.ts', 'test/**/*.ts', 'ormconfig.ts'],
    rules: { 'no-restricted-syntax': 'off', 'no-console': 'off' },
  },
);
