/** The pages for users, and the blocks of code that stand on them. */
import { readFileSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const PROJECT = resolve(__dirname, '../../..');

/** A block of code: what stands behind its fence (`python title="sync.py"`) and its text. */
export interface Block {
  language: string;
  /** The file that readers are told to save it as. */
  title: string | undefined;
  text: string;
  line: number;
}

export interface Page {
  /** Path from the folder of the project. */
  path: string;
  source: string;
  blocks: Block[];
}

/** The README, and every page below `docs` but the records of decisions. */
export function pages(): Page[] {
  const names = readdirSync(join(PROJECT, 'docs')).filter((name) => name.endsWith('.md'));
  return ['README.md', ...names.sort().map((name) => `docs/${name}`)].map((path) => {
    const source = readFileSync(join(PROJECT, path), 'utf8');
    return { path, source, blocks: blocksOf(source) };
  });
}

/** Every fenced block of a text, in its order; blocks in lists are indented. */
export function blocksOf(source: string): Block[] {
  const fences = source.matchAll(/^( *)```(\S*)([^\n]*)\n([\s\S]*?)^\1```$/gm);
  return [...fences].map(({ 1: indent, 2: language, 3: more, 4: text, index }) => ({
    language: language!,
    title: /title="([^"]+)"/.exec(more!)?.[1],
    text: text!.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    line: source.slice(0, index).split('\n').length,
  }));
}
