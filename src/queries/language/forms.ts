/** The forms in which a query comes: a JSON object, JSON text, or the text form. */
import { Problems } from '../../core/http/errors.js';
import { Message } from '../../core/i18n/messages.js';
import { isObject } from '../../core/http/request-body.js';
import { readQuery } from './json.js';
import { MAX_JSON_DEPTH, MAX_JSON_VALUES } from './limits.js';
import { parseText } from './parse.js';
import { printQuery } from './print.js';
import type { Query } from './tree.js';

/**
 * The JSON form of a query as sent.
 * @param sent the value of `query`: an object; JSON text, if it begins with `{`; otherwise the text form
 * @param json the value of `query_json`, JSON text, which counts where there is no `query`
 * @returns the JSON form, which may still be wrong; or a sentence, where it cannot be read at all
 */
export async function toJson(sent: unknown, json?: unknown): Promise<Record<string, unknown> | Message> {
  const value = sent === undefined || sent === null || sent === '' ? json : sent;
  if (value === undefined || value === null || value === '') return new Message('required');
  if (typeof value !== 'string') return checked(value);
  return value === json || /^\s*\{/.test(value) ? checked(fromText(value)) : parseText(value);
}

function checked(read: unknown): Record<string, unknown> | Message {
  if (read instanceof Message) return read;
  if (!isObject(read)) return new Message('object');
  return size(read) ?? read;
}

function fromText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return new Message('json');
  }
}

/** What is deep or long enough to take a stack or a core with it; found without recursion. */
function size(json: object): Message | undefined {
  let level: unknown[] = [json];
  let count = 1;
  for (let depth = 0; level.length; depth++) {
    if (depth > MAX_JSON_DEPTH) return new Message('queryNesting', { max: MAX_JSON_DEPTH });
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      const inner: unknown[] = Array.isArray(value) ? value : Object.values(value);
      count += inner.length;
      if (count > MAX_JSON_VALUES) return new Message('querySize');
      for (const element of inner) next.push(element);
    }
    level = next;
  }
  return undefined;
}

/** The text form of a stored query; null if what is stored is none. */
export function textOf(stored: unknown): string | null {
  const query = treeOf(stored);
  return query ? printQuery(query) : null;
}

/** The tree of a stored query; undefined if what is stored is none. */
export function treeOf(stored: unknown): Query | undefined {
  const json = checked(stored);
  if (json instanceof Message) return undefined;
  const problems = new Problems();
  const query = readQuery(json, 'query', problems);
  return problems.any ? undefined : query;
}
