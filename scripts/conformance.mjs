// Writes docs/conformance.md: the sentences of the contract, and the tests that prove each of them.
// --check: writes nothing, and fails if the page is out of date or a sentence has no test.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..');
const PAGE = join(ROOT, 'docs/conformance.md');
const SENTENCES = join(ROOT, 'test/conformance/sentences.json');
const TOPICS = {
  2: 'Authentication',
  3: 'Rights',
  8: 'Documents',
  9: 'Users, roles, permissions, cartographers, journal',
};

/** Tables are not padded to the width of their longest cell. */
const [IGNORE, END] = ['<!-- prettier-ignore-start -->', '<!-- prettier-ignore-end -->'];

/** Titles as they stand in the sources: `it('…',` and `it.each(…)('…',`. */
const TITLE = /(?:\bit|\))\s*\(\s*(['`])((?:\\.|(?!\1)[^\n])*)\1\s*,/g;

/** The tests of all specifications: file below test/ and title. */
function readTests() {
  const files = readdirSync(join(ROOT, 'test'), { recursive: true }).filter((name) => name.endsWith('.spec.ts'));
  return files.sort().flatMap((file) => {
    const text = readFileSync(join(ROOT, 'test', file), 'utf8');
    return [...text.matchAll(TITLE)].map(([, , title]) => ({ file, title: title.replaceAll('\\', '') }));
  });
}

/** Each sentence with its tests, and the patterns that no title fits. */
function match(sentences, tests) {
  return sentences.map(({ section, sentence, tests: patterns }) => {
    const found = patterns.map((pattern) => {
      const expression = new RegExp(pattern);
      const fitting = tests.filter(({ title }) => title.startsWith('contract') && expression.test(title));
      return { pattern, fitting };
    });
    const idle = found.filter(({ fitting }) => !fitting.length).map(({ pattern }) => pattern);
    const proofs = [...new Set(found.flatMap(({ fitting }) => fitting))];
    return { section, sentence, proofs, idle };
  });
}

const cell = (text) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('*', '\\*');

const lineOf = ({ sentence, proofs }) => {
  const tests = proofs.map(({ file, title }) => `\`${file}\` ${cell(title.replace(/^contract [^:]*: /, ''))}`);
  return `| ${cell(sentence)} | ${tests.join('<br>')} |`;
};

/** The page as text. */
function pageOf(matched) {
  const open = matched.filter(({ proofs }) => !proofs.length);
  const sections = [...new Set(matched.map(({ section }) => section))];
  const parts = [
    '# What the contract says, and which tests prove it',
    '',
    'Made by `node scripts/conformance.mjs` from `test/conformance/sentences.json` and the titles of the tests.',
    '',
    '## Sentences without a test',
    '',
    ...(open.length ? open.map(({ section, sentence }) => `- contract ${section}: ${sentence}`) : ['None.']),
  ];
  for (const section of sections) {
    const lines = matched.filter((each) => each.section === section && each.proofs.length).map(lineOf);
    parts.push(
      '',
      `## Contract ${section}: ${TOPICS[section]}`,
      '',
      IGNORE,
      '| sentence | tests |',
      '| --- | --- |',
      ...lines,
      END,
    );
  }
  return `${parts.join('\n')}\n`;
}

const matched = match(JSON.parse(readFileSync(SENTENCES, 'utf8')), readTests());
const page = pageOf(matched);
const problems = matched.flatMap(({ sentence, proofs, idle }) => [
  ...(proofs.length ? [] : [`No test proves: ${sentence}`]),
  ...idle.map((pattern) => `No title fits /${pattern}/ (${sentence})`),
]);
if (process.argv.includes('--check')) {
  if (readFileSync(PAGE, 'utf8') !== page)
    problems.push('docs/conformance.md is out of date: node scripts/conformance.mjs');
} else writeFileSync(PAGE, page);
for (const problem of problems) console.error(problem);
process.exitCode = problems.length ? 1 : 0;
