/** The pages that say where something stands name files and folders that there are. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { PROJECT } from './support/pages.js';

const PAGES = [
  'README.md',
  'SECURITY.md',
  ...['adding-a-resource', 'architecture', 'extending'].map((name) => `docs/${name}.md`),
  ...['bench', 'clients/typescript', 'examples', 'web'].map((folder) => `${folder}/README.md`),
  ...readdirSync(join(PROJECT, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `src/${name}/README.md`),
];

/** Where a path of a page may begin: at its own folder, at the project, or at `src`. */
const rootsOf = (page: string): string[] => [dirname(page), '.', 'src'].map((root) => resolve(PROJECT, root));

/** What is written as code and looks like a path: a file with its ending, or a folder with its slash. */
const pathsIn = (text: string): string[] =>
  [...text.replace(/```[\s\S]*?```/g, '').matchAll(/`([\w@./-]+?(?:\.(?:tsx?|mjs|cjs|md)|\/))`/g)].map(
    ([, path]) => path!,
  );

/** What a reader of a recipe makes, and addresses. */
const MADE = /\/(camera\.entity\.ts$|flights\/|continuity\/)|^api\/$/;

/** Files beside one that was named in the same paragraph, item or row may be named without their folder. */
function missingOn(page: string): string[] {
  const text = readFileSync(join(PROJECT, page), 'utf8');
  return text.split(/\n\n|\n(?=[-|] |\d\. )/).flatMap((part) => {
    const roots = rootsOf(page);
    return pathsIn(part).filter((path) => {
      if (MADE.test(path)) return false;
      const found = roots.map((root) => join(root, path)).find(existsSync);
      if (found) roots.push(path.endsWith('/') ? found : dirname(found));
      return !found;
    });
  });
}

it.each(PAGES)('%s names files and folders that there are', (page) => expect(missingOn(page)).toEqual([]));

it('a path that is not there is found', () => {
  expect(pathsIn('`no/such-file.ts`, `read-me.md` and `folder/`; `AccessScope` is none')).toEqual([
    'no/such-file.ts',
    'read-me.md',
    'folder/',
  ]);
});

it('a stop of a request names a file', () => {
  const stops = readFileSync(join(PROJECT, 'docs/architecture.md'), 'utf8')
    .split('## ')
    .find((part) => part.startsWith('A request'))!
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (-|stop)/.test(line));
  expect(stops.length).toBeGreaterThan(10);
  expect(stops.filter((line) => !pathsIn(line).length)).toEqual([]);
});
