/** Links between pages lead somewhere, and the index of the docs names every page. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pages, PROJECT } from './support/pages.js';

/** The marks of the headings of a page, as web sites of repositories make them. */
const anchorsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

describe.each(pages().map(({ path, source }) => [path, source] as const))('%s', (path, source) => {
  it('its links lead somewhere', () => {
    const text = source.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '');
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target!);
    const broken = links.filter((target) => {
      if (/^[a-z]+:/.test(target)) return false;
      const [name, anchor] = target.split('#') as [string, string | undefined];
      const file = name ? resolve(PROJECT, dirname(path), name) : join(PROJECT, path);
      return !existsSync(file) || (anchor !== undefined && !anchorsOf(file).includes(anchor));
    });
    expect(broken).toEqual([]);
  });
});

it('docs/README.md names every page', () => {
  const index = readFileSync(join(PROJECT, 'docs/README.md'), 'utf8');
  const others = pages().map(({ path }) => path.replace('docs/', ''));
  expect(others.filter((name) => name !== 'README.md' && !index.includes(`](${name})`))).toEqual([]);
});
