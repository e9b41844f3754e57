/** Names and numbers that the pages tell are those of the program. */
import 'reflect-metadata';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import '../../src/map/index.js';
import { GRAPH } from '../../src/cli/graph-commands.js';
import { ROUTE_FACTS } from '../../src/graph/parameters.js';
import { ROUTES } from '../../src/graph/questions.js';
import { registry } from '../../src/engine/index.js';
import { CONNECTORS } from '../../src/feed/connectors/index.js';
import { apiDocument } from '../../src/api-document.js';
import { WALKS } from '../../src/pictures/index.js';
import { specifiedFacts } from '../engine/model/additions.js';
import { PROJECT } from './support/pages.js';

const pageOf = (path: string): string => readFileSync(join(PROJECT, path), 'utf8');
/** The rows of a chapter's table, cell by cell, without their marks. */
const rowsOf = (page: string, chapter: string): string[][] =>
  page
    .split(`## ${chapter}\n`)[1]!
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
    .map((line) => line.split('|').slice(1, -1))
    .map((cells) => cells.map((cell) => cell.trim().replace(/^\[?`([\w-]+)`.*$/, '$1')));

it('the table of questions names each route, its command, its call and its picture', () => {
  const pictures = new Map([...WALKS].map(([{ name }, route]) => [route as string, name]));
  const commands = new Map(ROUTES.map((route) => [ROUTE_FACTS[route].summary, route]));
  const wanted = GRAPH.map(({ name, summary }) => {
    const route = commands.get(summary)!;
    const call = route.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
    return [route, name.replace('graph ', ''), call, pictures.get(route) ?? ''];
  });
  const told = rowsOf(pageOf('docs/graph.md'), 'What questions are called').map((cells) => cells.slice(1));
  expect(told.toSorted()).toEqual(wanted.toSorted());
  const calls = pageOf('clients/typescript/src/generated.ts');
  expect(told.filter(([route, , call]) => !calls.includes(`  ${call}: '/api/graph/${route}',`))).toEqual([]);
});

it('the table of connectors names each, and its options', () => {
  const chapter = pageOf('docs/feeding.md').split('## Connectors\n')[1]!.split('\n## ')[0]!;
  const missing = [...CONNECTORS].flatMap(([name, { options }]) => {
    const row = chapter.split('\n').find((line) => line.startsWith(`| \`${name}\` `));
    return Object.keys(options)
      .filter((option) => !row?.includes(`\`${option}`))
      .concat(row ? [] : [name]);
  });
  expect(missing).toEqual([]);
  expect(chapter.match(/^\| `/gm)).toHaveLength(CONNECTORS.size);
});

it('61 kinds are those of the older API; what is ours beside them is named', () => {
  const theirs = Object.keys(specifiedFacts().resources);
  const { nodes, connectors } = registry.graph();
  const isTheirs = (path: string): boolean => theirs.includes(path);
  const between = connectors.map(({ name }) => name).filter(isTheirs);
  const used = theirs.filter((path) => !nodes.includes(path) && !between.includes(path));
  const chapter = pageOf('docs/objects.md').split('## The kinds of objects\n')[1]!.split('\n## ')[0]!;
  const counts = rowsOf(pageOf('docs/objects.md'), 'The kinds of objects').map(([count]) => Number(count));
  expect(counts).toEqual([nodes.filter(isTheirs).length, between.length, used.length]);
  expect([...between, ...used].filter((path) => !chapter.includes(`\`${path}\``))).toEqual([]);

  const tags = apiDocument().tags as Array<{ 'x-resource'?: string }>;
  const listed = tags.flatMap((tag) => tag['x-resource'] ?? []);
  const ours = ['audit-logs', 'graphs', 'perimeters', 'saved-maps'];
  expect([theirs.filter((path) => !listed.includes(path)), ours.filter((path) => !listed.includes(path))]).toEqual([
    [],
    [],
  ]);
  expect(chapter).toContain(`there are ${theirs.length + ours.length} chapters`);
  for (const path of ['docs/objects.md', 'docs/getting-started.md', 'README.md'])
    expect([path, pageOf(path)]).toEqual([path, expect.stringContaining(`${theirs.length} kinds of objects`)]);
});
