/** What words on the command line mean: `field=value`, `--filter a=b`, ids. */
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { UsageError } from '../terminal.js';
import type { KnownType } from './condensed.js';

export type Body = Record<string, unknown>;

/** Ids as the server takes them. */
const ID = /^[1-9][0-9]{0,9}$/;

/** Throws a UsageError for a word that is none. */
export function idOf(word: string | number): number {
  if (!ID.test(String(word))) throw new UsageError(`'${word}' is not an id: ids are whole numbers from 1.`);
  return Number(word);
}

/** A comma list, given once or several times. */
export const listOf = (given: readonly string[] | undefined): string[] | undefined =>
  given
    ?.flatMap((part) => part.split(','))
    .map((part) => part.trim())
    .filter(Boolean);

/** `['rto_lte=60', 'name=a,b']` as the client takes filters: lists are any of, `\,` is a comma. */
export function filterOf(given: readonly string[] = []): Record<string, string | string[]> {
  return Object.fromEntries(
    given.map((word) => {
      const [name, value] = divided(word, '--filter');
      if (name === 'search') return [name, value];
      const parts = value.match(/(?:\\,|[^,])+/g) ?? [];
      return [name, parts.map((part) => part.replaceAll('\\,', ','))];
    }),
  );
}

/** The object that words such as `rto=60`, `logical_servers=1,2` and `attributes:='{"a":1}'` describe. */
export function bodyOf(words: readonly string[], { fields }: KnownType): Body {
  return Object.fromEntries(
    words.map((word) => {
      const json = /^([\w[\]]+):=([\s\S]*)$/.exec(word);
      if (json) return [json[1]!, parsed(json[2]!, `the value of ${json[1]}`)];
      const [name, value] = divided(word, 'A field');
      const kind = fields[name];
      if (kind === 'ids')
        return [
          name,
          value
            .split(',')
            .map((id) => id.trim())
            .filter(Boolean),
        ];
      // No text at all takes a value away.
      if (value === '') return [name, null];
      return [name, kind === 'json' ? parsed(value, `the value of ${name}`) : value];
    }),
  );
}

/** JSON from a file, or from the input for `-`. */
export async function jsonFrom(file: string): Promise<unknown> {
  return parsed(file === '-' ? await text(process.stdin) : await readFile(file, 'utf8'), file);
}

/** The object of a `create` or `update`: from words, or from a file. */
export async function givenBody(words: readonly string[], file: string | undefined, type: KnownType): Promise<Body> {
  if (file === undefined) {
    if (!words.length) throw new UsageError('Which fields? Such as name="Patient file", or --file object.json');
    return bodyOf(words, type);
  }
  const sent = await jsonFrom(file);
  if (Array.isArray(sent)) throw new UsageError(`${file} holds a list: meridian import ${type.path} ${file}`);
  if (typeof sent !== 'object' || sent === null) throw new UsageError(`${file} does not hold an object.`);
  return { ...(sent as Body), ...bodyOf(words, type) };
}

function divided(word: string, what: string): [string, string] {
  const at = word.indexOf('=');
  if (at < 1) throw new UsageError(`${what} is given as name=value, not '${word}'.`);
  return [word.slice(0, at), word.slice(at + 1)];
}

function parsed(source: string, what: string): unknown {
  try {
    return JSON.parse(source);
  } catch (error) {
    throw new UsageError(`${what} is not JSON: ${(error as Error).message}.`);
  }
}
