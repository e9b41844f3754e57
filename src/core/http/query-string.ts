/** Query strings: read as forms are, but for parameters that are repeated (contract 14). */
import { parsePairs } from './form.js';
import { isObject } from './request-body.js';

/**
 * What a parameter was given that stands in a query string more than once, in the order sent. Parameters that take lists join
 * it; those that take one value take none, and so refuse it.
 */
export class Repeated extends Array<string> {
  /** The one value, where all are the same. */
  get same(): string | undefined {
    return this.every((value) => value === this[0]) ? this[0] : undefined;
  }
}

const MEMBER = /^(filter|page)\[([^[\]]+)\]$/;

/** The parameters of a query string. */
export function parseQuery(text: string): Record<string, unknown> {
  const query = parsePairs(text);
  if (text.includes('&')) for (const [name, values] of repeatedIn(text)) put(query, name, values);
  return query;
}

/** The values of every name without `[]`, where they are several. */
function repeatedIn(text: string): Array<[string, Repeated]> {
  const all = new Map<string, string | Repeated>();
  for (const part of text.split('&')) {
    const at = part.indexOf('=');
    const name = decoded(at < 0 ? part : part.slice(0, at));
    const value = at < 0 ? '' : decoded(part.slice(at + 1));
    const known = all.get(name);
    if (known === undefined) all.set(name, value);
    else if (typeof known === 'string') all.set(name, Repeated.of(known, value) as Repeated);
    else known.push(value);
  }
  return [...all].filter((each): each is [string, Repeated] => typeof each[1] !== 'string');
}

/** Puts them where the last of them stands. */
function put(query: Record<string, unknown>, name: string, values: Repeated): void {
  const [, group, member] = MEMBER.exec(name) ?? [];
  const place = group === undefined ? query : query[group];
  const key = member ?? name;
  if (!isObject(place) || typeof place[key] !== 'string') return;
  // Two ends of a range may be the same, so filters get every value.
  if (group === 'filter' || values.same === undefined) place[key] = values;
}

function decoded(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
