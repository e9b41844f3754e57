/** `npm run migration:generate -- NAME`: writes the migration for what entity files say and no migration does yet. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
require('reflect-metadata');
require('../dist/map/index.js');
const { registry } = require('../dist/engine/index.js');
const { missingSchema } = require('../dist/engine/schema/schema-drift.js');
const { PERMISSIONS } = require('../dist/database/seed/permissions.js');
const { MIGRATIONS } = require('../dist/database/migrations/index.js');

const label = process.argv[2];
if (!label || !/^[a-z][a-z0-9-]*$/.test(label)) {
  console.error('Name the change in small letters: npm run migration:generate -- add-drones');
  process.exit(2);
}
const schema = missingSchema(registry.all(), MIGRATIONS);
if (!schema) {
  console.log('Nothing to do: the migrations say what the entity files say.');
  process.exit(0);
}
const seeded = new Set(PERMISSIONS.map(({ title }) => title.replace(/_[a-z]+$/, '')));
const added = registry.all().filter(({ key, table }) => !seeded.has(key) && schema.includes(`table ${table}\n`));
const stamp = Date.now();
const name = `${label.replace(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase())}${stamp}`;
const seeds = added.map(({ key }) => `    await seedResource(runner, '${key}');\n`).join('');
const file = `src/database/migrations/${stamp}-${label}.ts`;
writeFileSync(
  file,
  `import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';
${seeds ? "import { seedResource } from '../seed/grant.js';\n" : ''}
const SCHEMA = \`
${schema}
\`;

export class ${name} implements MigrationInterface {
  static readonly schema = SCHEMA;
  readonly name = '${name}';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
${seeds}  }

  async down(): Promise<void> {
    throw new Error('Migrations only add. To go back, restore a backup.');
  }
}
`,
);
console.log(`${file} is written. Add ${name} to src/database/migrations/index.ts.`);
