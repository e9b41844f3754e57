// What differs between two recordings, and which of it is intended. Pure: lines come in, differences go out.
import { said } from './office.mjs';

/**
 * Pairs the lines of two recordings by their key. They come in the same order but for what only one has, so that little waits.
 * Yields `{ key, before, after }`; one of both is undefined where a call is in one recording only.
 */
export async function* pairs(before, after) {
  const sides = [before, after].map((lines) => ({
    lines: lines[Symbol.asyncIterator]?.() ?? lines[Symbol.iterator](),
    waiting: new Map(),
    done: false,
  }));
  while (sides.some(({ done }) => !done)) {
    for (const [i, side] of sides.entries()) {
      if (side.done) continue;
      const { value, done } = await side.lines.next();
      side.done = Boolean(done);
      if (done) continue;
      const other = sides[1 - i].waiting;
      const found = other.get(value.key);
      other.delete(value.key);
      if (!found) side.waiting.set(value.key, value);
      else yield { key: value.key, before: i ? found : value, after: i ? value : found };
    }
  }
  for (const [key, line] of sides[0].waiting) yield { key, before: line };
  for (const [key, line] of sides[1].waiting) yield { key, after: line };
}

/**
 * What differs between two lines of the same key: `{ operation, call, place, before, after }`. The place is `status`,
 * `header NAME`, `body PATH`, `request`, or `call` where only one side has it.
 */
export function differences({ key, before, after }) {
  const { op } = (before ?? after).request;
  const call = key.slice(op.length + 1);
  const of = (place, was, is) => ({ operation: op, call, place, before: was, after: is });
  if (!before || !after) return [of('call', before && 'is made', after && 'is made')];
  const found = [];
  // Other requests have other answers: said before them.
  const asked = [before, after].map(({ request }) => JSON.stringify({ ...request, keep: undefined }));
  if (asked[0] !== asked[1]) found.push(of('request', ...asked));
  const [was, is] = [before.answer, after.answer];
  if (was.status !== is.status) found.push(of('status', was.status, is.status));
  for (const name of new Set([...Object.keys(was.headers), ...Object.keys(is.headers)])) {
    const values = [was.headers[name], is.headers[name]].map((value) =>
      Array.isArray(value) ? value.join(', ') : value,
    );
    if (values[0] !== values[1]) found.push(of(`header ${name}`, ...values));
  }
  for (const [path, a, b] of bodyDifferences(was, is)) found.push(of(`body ${path}`.trimEnd(), a, b));
  return found;
}

function bodyDifferences(was, is) {
  if (was.parts && is.parts) return partDifferences(was.parts, is.parts);
  const [a, b] = [was, is].map(({ text, base64, parts }) => text ?? base64 ?? (parts && 'an archive'));
  return a === b ? [] : textDifferences(a, b);
}

/** Of archives what they say comes first: its parts may be written in another way, and mean the same. */
function partDifferences(was, is) {
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => was[name] !== is[name]);
  const found = names.flatMap((name) =>
    textDifferences(was[name], is[name]).map(([path, a, b]) => [`${name} ${path}`, a, b]),
  );
  const [a, b] = found.length ? [said(was), said(is)] : [];
  return a === b
    ? found
    : [
        [`as it reads ${firstDifference(a ?? '', b ?? '')[0]}`, ...firstDifference(a ?? '', b ?? '').slice(1)],
        ...found,
      ];
}

/** Paths where two JSON texts differ; for other texts the place of the first difference. */
function textDifferences(a, b) {
  if (a === undefined || b === undefined) return [['', a, b]];
  const [was, is] = [parsed(a), parsed(b)];
  if (was === undefined || is === undefined) return [firstDifference(a, b)];
  const found = [...valueDifferences(was, is, '$')];
  // Equal values, other bytes: the order of members, or how a value is written.
  return found.length ? found : [['as it is written', ...firstDifference(a, b).slice(1)]];
}

function parsed(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function* valueDifferences(was, is, path) {
  if (Object.is(was, is)) return;
  const areObjects = [was, is].every((value) => typeof value === 'object' && value !== null);
  if (!areObjects || Array.isArray(was) !== Array.isArray(is)) {
    yield [path, JSON.stringify(was), JSON.stringify(is)];
    return;
  }
  if (Array.isArray(was) && was.length !== is.length) {
    yield [`${path}.length`, String(was.length), String(is.length)];
    const [before, after] = [elementsByName(was), elementsByName(is)];
    if (before && after) return yield* elementDifferences(before, after, path);
  }
  for (const name of new Set([...Object.keys(was), ...Object.keys(is)])) {
    yield* valueDifferences(was[name], is[name], Array.isArray(was) ? `${path}[${name}]` : `${path}.${name}`);
  }
}

/**
 * The elements of a list by what they are called: a text or a number by itself, an object by its id, name or reference. Undefined
 * where one has none, or two have the same.
 */
function elementsByName(list) {
  const nameOf = (one) => (typeof one === 'object' && one !== null ? (one.id ?? one.name ?? one.$ref) : one);
  const named = new Map(list.map((one) => [nameOf(one), one]));
  const areNames = [...named.keys()].every((name) => typeof name === 'string' || typeof name === 'number');
  return areNames && named.size === list.length ? named : undefined;
}

/** What came and went among elements, and what differs in those that stayed: one that came does not move all behind it. */
function* elementDifferences(was, is, path) {
  for (const name of new Set([...was.keys(), ...is.keys()])) {
    yield* valueDifferences(was.get(name), is.get(name), `${path}[${name}]`);
  }
  const [before, after] = [
    [...was.keys()].filter((name) => is.has(name)),
    [...is.keys()].filter((name) => was.has(name)),
  ];
  if (before.some((name, i) => name !== after[i])) yield [`${path} in order`, before.join(', '), after.join(', ')];
}

/** Where two texts part: the line, and what is around. */
function firstDifference(a, b) {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const excerpt = (text) => text.slice(Math.max(0, at - 40), at + 80);
  return [`line ${a.slice(0, at).split('\n').length}`, excerpt(a), excerpt(b)];
}

/**
 * Sorts differences into intended ones and others.
 * @param list `{ operation, place, reason }`, and `call`, `before`, `after` where it holds for these alone: patterns in which `*`
 *   stands for anything; a value that is not there is `undefined`
 */
export class Intended {
  constructor(list) {
    this.rules = list.map((rule) => {
      for (const name of ['operation', 'place', 'reason']) {
        if (typeof rule[name] !== 'string' || !rule[name]) throw new Error(`An intended difference needs '${name}'.`);
      }
      const patterns = PATTERNS.filter((name) => rule[name] !== undefined).map((name) => [name, pattern(rule[name])]);
      return { ...rule, met: 0, patterns };
    });
  }

  /** The rule that intends a difference. */
  of(difference) {
    const rule = this.rules.find(({ patterns }) => patterns.every(([name, one]) => one.test(String(difference[name]))));
    if (rule) rule.met += 1;
    return rule;
  }

  /** Rules that nothing met: they can go. */
  unmet() {
    return this.rules.filter(({ met }) => !met);
  }
}

const PATTERNS = ['operation', 'place', 'call', 'before', 'after'];

const pattern = (text) =>
  new RegExp(
    `^${text
      .split('*')
      .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
      .join('.*')}$`,
    's',
  );
