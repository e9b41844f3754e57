// Accepts what the entity files say: writes everything that follows from them. To be run after a resource or a field was added.
//   npm run resource:accept                    the migration is named after what is new: add-cameras
//   npm run resource:accept -- add-cameras     or as it is said here
// Says of each file whether it was written. Run again, it finds nothing to do.
import './require-node.mjs';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import prettier from 'prettier';
import { typesOf } from './client-types.mjs';
import { source } from './source.mjs';

const ROOT = join(import.meta.dirname, '..');
const MIGRATIONS = 'src/database/migrations';

const at = (file) => join(ROOT, file);
const say = (what, file, isWritten) => console.log(`${what.padEnd(14)}${file}  ${isWritten ? 'written' : 'as it is'}`);

/** Writes a file where its text differs, and says so. */
function keep(what, file, text) {
  const isWritten = !existsSync(at(file)) || readFileSync(at(file), 'utf8') !== text;
  if (isWritten) writeFileSync(at(file), text);
  say(what, file, isWritten);
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** `add-cameras` → `AddCameras`. */
const pascal = (label) => label.replace(/(^|-)(\w)/g, (_, _dash, letter) => letter.toUpperCase());

/** The list of all migrations, oldest first: those of the folder, whose classes are called as their files are. */
function register() {
  const files = readdirSync(at(MIGRATIONS)).filter((name) => /^\d+-[a-z0-9-]+\.ts$/.test(name));
  const found = files
    .map((name) => /^(\d+)-(.+)\.ts$/.exec(name))
    .sort(([, a], [, b]) => Number(a) - Number(b))
    .map(([, time, label]) => ({ name: `${pascal(label)}${time}`, file: `./${time}-${label}.js` }));
  const imports = found.map(({ name, file }) => `import { ${name} } from '${file}';\n`).join('');
  const list = found.map(({ name }) => `  ${name},\n`).join('');
  const text = `/** All migrations, oldest first: \`npm run resource:accept\` writes this list. */\nimport type { MigrationClass } from '../migration-facts.js';\n${imports}\nexport const MIGRATIONS = [\n${list}] satisfies MigrationClass[];\n`;
  keep('registration', `${MIGRATIONS}/index.ts`, text);
}

/** What no migration makes yet, as a migration; false where there is nothing. */
function migrate() {
  const { registry } = source('engine/index.ts');
  const { missingSchema } = source('engine/schema/schema-drift.ts');
  const { parseTables } = source('database/table-shape.ts');
  const known = source('database/migrations/index.ts').MIGRATIONS;
  const schema = missingSchema(registry.all(), known);
  if (!schema) {
    console.log(`${'migration'.padEnd(14)}none is needed`);
    return false;
  }
  const made = new Set(known.flatMap((migration) => parseTables(migration.schema)).map(({ name }) => name));
  const tables = parseTables(schema);
  refuseUnfillable(tables.filter(({ name }) => made.has(name)));
  const added = registry.all().filter(({ table }) => tables.some(({ name }) => name === table) && !made.has(table));
  const seeded = new Set(source('database/seed/permissions.ts').PERMISSIONS.map(({ title }) => title));
  const keys = added.map(({ key }) => key).filter((key) => !seeded.has(`${key}_access`));
  const label = process.argv[2] ?? labelOf(added, tables);
  if (!/^[a-z][a-z0-9-]*$/.test(label))
    stop(`'${label}' is no name for a migration: small letters, figures and dashes, such as add-cameras.`);
  // After all others, whatever clock these were made by.
  const last = Math.max(...known.map(({ name }) => Number(/\d+$/.exec(name)[0])));
  const time = Math.max(Date.now(), last + 1000);
  keep('migration', `${MIGRATIONS}/${time}-${label}.ts`, migrationOf(`${pascal(label)}${time}`, schema, keys, label));
  for (const resource of added) {
    nameOutsideGraph(resource);
    nameLacking(resource);
  }
  return true;
}

/** References and links of a new resource along which the graph does not go: perhaps somebody has forgotten them. */
function nameOutsideGraph({ path, fields, links }) {
  const own = [...fields.filter(({ ref }) => ref), ...links.filter(({ pivot }) => pivot)];
  for (const { name, edge } of own) {
    if (!edge) console.log(`${'graph'.padEnd(14)}${path}.${name}  has no edge: no outage is followed along it`);
  }
}

/** What a new resource has none of yet, and where it is written: pages, pictures and reports do without until then. */
function nameLacking({ path, titles, fields, links }) {
  const { SIGNS } = source('pictures/writers/signs.ts');
  const { ABOUT_FR } = source('reports/locales/fr.ts');
  const { memberTitles } = source('openapi/locales/index.ts');
  const lack = (what, where) => console.log(`${'lacking'.padEnd(14)}${path}  ${what}: ${where}`);
  if (titles.fr[1] === titles.en[1]) lack('no French name of its own', "titles: { fr: ['…', '…'] } of its @Resource");
  if (!(path in ABOUT_FR)) lack('no French description', 'ABOUT_FR in src/reports/locales/fr.ts');
  if (!(path in SIGNS)) lack('a plain box in pictures', 'DRAWINGS in scripts/picture-signs.mjs, then run it');
  const words = memberTitles([source('engine/index.ts').registry.get(path)]);
  const without = [...fields, ...links].map(({ name }) => name).filter((name) => words[name] && !words[name].fr);
  if (without.length) lack(`no French words for ${without.join(', ')}`, 'src/openapi/locales');
}

/** Rows that are there have no value for a column that needs one. */
function refuseUnfillable(tables) {
  const bare = tables.flatMap((table) =>
    table.columns
      .filter(({ nullable, default: preset }) => !nullable && preset === undefined)
      .map(({ name }) => `${table.name}.${name}`),
  );
  if (!bare.length) return;
  stop(
    `${bare.join(', ')}: rows that are there would have no value. Give the column \`nullable: true\` or a \`default\`.`,
  );
}

const labelOf = (added, tables) =>
  added.length
    ? `add-${added.map(({ path }) => path).join('-')}`
    : `change-${tables[0].name.replaceAll('_', '-').toLowerCase()}`;

const migrationOf = (name, schema, keys, label) => `import type { MigrationInterface, QueryRunner } from 'typeorm';
import { completeSchema } from '../complete-schema.js';
${keys.length ? "import { seedResource } from '../seed/grant.js';\n" : ''}
const SCHEMA = \`
${schema}
\`;

/** ${label[0].toUpperCase()}${label.slice(1).replaceAll('-', ' ')}. */
export class ${name} implements MigrationInterface {
  static readonly schema = SCHEMA;
  static readonly release = '${nextRelease()}';
  // Earlier releases go on working on a database that has it: they look at nothing that it adds.
  static readonly additive = true;
  readonly name = '${name}';

  async up(runner: QueryRunner): Promise<void> {
    await completeSchema(runner, SCHEMA);
${keys.map((key) => `    await seedResource(runner, '${key}');\n`).join('')}  }

  async down(): Promise<void> {
    // What was added does no harm, and is kept for the next upgrade.
  }
}
`;

/** The release after that of `package.json`: a migration comes with the next one. */
function nextRelease() {
  const [major, minor] = JSON.parse(readFileSync(at('package.json'), 'utf8')).version.split('.');
  return `${major}.${Number(minor) + 1}.0`;
}

/** What there is, for review: what the specification does not have, the document in few words, and the types of its client. */
async function list() {
  const { registry } = source('engine/index.ts');
  const { additionsOf } = source('../test/engine/model/additions.ts');
  const { factsOf } = source('../test/engine/model/facts.ts');
  const { outlineOf } = source('../test/openapi/outline.ts');
  const additions = additionsOf(factsOf(registry.all()));
  const options = await prettier.resolveConfig(at('package.json'));
  const text = await prettier.format(JSON.stringify(additions), { ...options, parser: 'json' });
  keep('additions', 'test/engine/model/additions.json', text);
  const document = source('api-document.ts').apiDocument();
  keep('document', 'test/openapi/openapi.snapshot.json', `${JSON.stringify(outlineOf(document), undefined, 1)}\n`);
  keep('client types', 'clients/typescript/src/generated.ts', await typesOf(document));
}

/** Runs a program of the project; what it says is shown if it fails. */
function run(what, file, words, output) {
  const before = output.map((name) => (existsSync(at(name)) ? readFileSync(at(name), 'utf8') : ''));
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...words], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) stop(`${what}: ${file} ${words.join(' ')} failed:\n${stdout}${stderr}`);
  output.forEach((name, i) => say(what, name, readFileSync(at(name), 'utf8') !== before[i]));
}

register();
source('map/index.ts');
if (migrate()) register();
await list();
const SNAPSHOTS = 'test/engine/snapshots';
const jest = createRequire(import.meta.url).resolve('jest/bin/jest');
const pinned = ['sql', 'filters'];
run(
  'snapshots',
  jest,
  ['--ci', '--update-snapshot', ...pinned.map((name) => `${SNAPSHOTS}/${name}`)],
  pinned.map((name) => `${SNAPSHOTS}/__snapshots__/${name}.spec.ts.snap`),
);
console.log('Read the difference, then run the tests: npm test.');
