/** What is done with a block: run, compared, saved, parsed, or left to another test that names the page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { PROJECT, type Block, type Page } from './pages.js';

export type Runner = 'bash' | 'python' | 'ts';

/** The linter of the API description brings a reader of YAML along. */
const fromLinter = createRequire(createRequire(__filename).resolve('@redocly/cli/package.json'));
const { load } = fromLinter('js-yaml') as { load(text: string): unknown };

/** Languages that are run. */
export const RUNNERS: Readonly<Record<string, Runner>> = { bash: 'bash', sh: 'bash', python: 'python', ts: 'ts' };
/** Languages of output: what the block before printed. */
export const OUTPUTS: readonly string[] = ['json', 'text'];

/** Blocks that a test of their own carries out: page, languages, and the file that does. */
const ELSEWHERE: ReadonlyArray<{ page: string; languages: readonly string[]; by: string }> = [
  { page: 'README.md', languages: ['sh'], by: '.ci/readme' },
  { page: 'docs/adding-a-resource.md', languages: ['ts', 'sh'], by: 'test/docs/adding-a-resource.spec.ts' },
  { page: 'docs/extending.md', languages: ['ts', 'sh'], by: 'test/docs/extending.spec.ts' },
  { page: 'docs/image.md', languages: ['sh'], by: 'test/image/containers/containers.long.ts' },
  { page: 'docs/one-server.md', languages: ['sh', 'sql', 'ini', 'nginx'], by: 'test/operations/one-server.spec.ts' },
  { page: 'docs/operations.md', languages: ['sh'], by: 'test/operations/documentation.spec.ts' },
  { page: 'docs/runbooks.md', languages: ['sh', 'ini'], by: 'test/docs/runbooks.spec.ts' },
  { page: 'docs/typescript-client.md', languages: ['sh'], by: 'test/clients/set-up.spec.ts' },
];

/** The file that carries out a block instead of the test of snippets. */
export const elsewhere = ({ path }: Page, { language }: Block): string | undefined =>
  ELSEWHERE.find(({ page, languages }) => page === path && languages.includes(language))?.by;

/** Files that stand in for the test of snippets, with the pages that they must speak of. */
export const standIns = (): Array<{ page: string; by: string; text: string }> =>
  ELSEWHERE.map(({ page, by }) => ({ page, by, text: readFileSync(join(PROJECT, by), 'utf8') }));

/** Parsers of what is neither run nor printed; each throws where a text is none of its language. */
export const PARSERS: Readonly<Record<string, (text: string) => void>> = {
  yaml: (text) => void load(text),
  nginx: blocksAndDirectives,
  ini: sectionsAndKeys,
  // Without a language stand drawings.
  '': (text) => {
    if (!/[─│→▼]|-->|->/.test(text)) throw new Error('neither a drawing nor of a language');
  },
  csv: (text) => {
    const widths = new Set(
      text
        .trim()
        .split('\n')
        .map((line) => line.split(',').length),
    );
    if (widths.size > 1) throw new Error('rows of different width');
  },
};

function blocksAndDirectives(text: string): void {
  let depth = 0;
  for (const raw of text.split('\n')) {
    const line = raw.replace(/(^|\s)#.*$/, '').trim();
    if (!line) continue;
    if (!/[;{}]$/.test(line)) throw new Error(`neither a directive nor a block: ${line}`);
    depth += line.split('{').length - line.split('}').length;
    if (depth < 0) throw new Error(`closes a block that is not open: ${line}`);
  }
  if (depth) throw new Error('a block is not closed');
}

function sectionsAndKeys(text: string): void {
  const odd = text.split('\n').find((line) => !/^\s*($|[#;]|\[[^\]]+\]\s*$|[\w.-]+\s*(=.*)?$)/.test(line));
  if (odd) throw new Error(`neither a section nor a key: ${odd}`);
}
