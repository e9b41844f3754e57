/** Reads the JSON form: checks its shape, piece by piece, and makes the tree of what is right. */
import type { Problems } from '../../core/http/errors.js';
import { nearest } from '../../core/text/naming.js';
import { isObject } from '../../core/http/request-body.js';
import { readFilters, readPath } from './json-filters.js';
import { MAX_NAME_LENGTH, MAX_FIELDS, MAX_OBJECTS, MAX_ORDER, MAX_STEPS, MAX_TRAVERSALS } from './limits.js';
import type { OrderKey, Output, Path, Query, Step, Traversal } from './tree.js';

const MODEL = /^[a-zA-Z][a-zA-Z0-9_-]*$/;
const NAME = /^[a-zA-Z0-9_]+$/;
const KEYS = ['from', 'fields', 'select', 'filters', 'order', 'traverse', 'output', 'limit'];

/**
 * The tree of a query.
 * @param raw what was sent or is stored
 * @param key what stands before the keys of problems, such as `query` or `items.3.query`
 * @param problems gets what is wrong; the pieces that are right are in the tree all the same
 * @returns undefined unless there is a model to ask
 */
export function readQuery(raw: unknown, key: string, problems: Problems): Query | undefined {
  if (!isObject(raw) || !Object.keys(raw).length) {
    problems.add(key, isObject(raw) || raw === null || raw === undefined ? 'required' : 'object');
    return undefined;
  }
  refuseUnknown(raw, key, problems);
  const from = readModel(raw['from'], `${key}.from`, problems);
  const query = {
    fields: readPaths(raw['fields'], `${key}.fields`, problems),
    select: readPaths(raw['select'], `${key}.select`, problems),
    filters: readFilters(raw['filters'], `${key}.filters`, problems),
    order: readOrder(raw['order'], `${key}.order`, problems),
    traverse: readTraversals(raw['traverse'], `${key}.traverse`, problems),
    output: readOutput(raw['output'], `${key}.output`, problems),
    limit: readLimit(raw['limit'], `${key}.limit`, problems),
  };
  return from === undefined ? undefined : { from, ...query };
}

function refuseUnknown(raw: Record<string, unknown>, key: string, problems: Problems): void {
  for (const name of Object.keys(raw)) {
    if (KEYS.includes(name)) continue;
    const at = `${key}.${name.slice(0, 50)}`;
    const guess = nearest(name.slice(0, 50), KEYS);
    if (name === 'depth') problems.add(at, 'queryProhibited');
    else if (guess) problems.add(at, 'queryKeyNear', { name: name.slice(0, 50), guess });
    else problems.add(at, 'queryKey', { name: name.slice(0, 50) });
  }
}

function readModel(raw: unknown, key: string, problems: Problems): string | undefined {
  if (raw === undefined || raw === null || raw === '') problems.add(key, 'required');
  else if (typeof raw !== 'string') problems.add(key, 'string');
  else if (!MODEL.test(raw) || raw.length > MAX_NAME_LENGTH) problems.add(key, 'format');
  else return raw;
  return undefined;
}

/** The elements of a list that may be left out. */
function elements(raw: unknown, key: string, most: number, problems: Problems): unknown[] {
  if (raw === undefined || raw === null) return [];
  if (!Array.isArray(raw)) problems.add(key, 'array');
  else if (raw.length > most) problems.add(key, 'tooManyItems', { max: most });
  else return raw;
  return [];
}

const readPaths = (raw: unknown, key: string, problems: Problems): Path[] =>
  elements(raw, key, MAX_FIELDS, problems)
    .map((element, i) => readPath(element, `${key}.${i}`, problems))
    .filter((path) => path !== undefined);

/** `name`, `-name`: each upwards, or downwards. */
const readOrder = (raw: unknown, key: string, problems: Problems): OrderKey[] =>
  elements(raw, key, MAX_ORDER, problems).flatMap((element, i) => {
    const descending = typeof element === 'string' && element.startsWith('-');
    const column = readPath(descending ? element.slice(1) : element, `${key}.${i}`, problems);
    return column ? [{ column, descending }] : [];
  });

const readTraversals = (raw: unknown, key: string, problems: Problems): Traversal[] =>
  elements(raw, key, MAX_TRAVERSALS, problems)
    .map((element, i) => readTraversal(element, `${key}.${i}`, problems))
    .filter((traversal) => traversal !== undefined);

function readTraversal(raw: unknown, key: string, problems: Problems): Traversal | undefined {
  if (typeof raw === 'string') {
    const path = readPath(raw, key, problems);
    const steps = path?.names.map((name) => ({ name, hidden: false })) ?? [];
    return path && fitting({ key, steps }, problems);
  }
  const segments = isObject(raw) ? raw['segments'] : undefined;
  if (!isObject(raw)) problems.add(key, 'string');
  else if (!Array.isArray(segments)) problems.add(`${key}.segments`, segments === undefined ? 'required' : 'array');
  else if (!segments.length) problems.add(`${key}.segments`, 'noItems');
  else if (segments.length > MAX_STEPS) problems.add(key, 'querySteps', { max: MAX_STEPS });
  else {
    const steps = segments.map((segment, i) => readStep(segment, `${key}.segments.${i}`, problems));
    if (steps.every((step) => step !== undefined)) return fitting({ key, steps }, problems);
  }
  return undefined;
}

function readStep(raw: unknown, key: string, problems: Problems): Step | undefined {
  if (!isObject(raw)) {
    problems.add(key, 'object');
    return undefined;
  }
  const { name, hidden = false } = raw;
  const named = typeof name === 'string' && NAME.test(name) && name.length <= MAX_NAME_LENGTH;
  if (!named) problems.add(`${key}.name`, name === undefined ? 'required' : 'format');
  if (typeof hidden !== 'boolean') problems.add(`${key}.hidden`, 'boolean');
  return named && typeof hidden === 'boolean' ? { name, hidden } : undefined;
}

function fitting(traversal: Traversal, problems: Problems): Traversal | undefined {
  if (traversal.steps.length > MAX_STEPS) problems.add(traversal.key, 'querySteps', { max: MAX_STEPS });
  else if (traversal.steps.at(-1)!.hidden) problems.add(traversal.key, 'queryLastHidden');
  else return traversal;
  return undefined;
}

function readOutput(raw: unknown, key: string, problems: Problems): Output {
  if (raw === undefined || raw === null || raw === 'list') return 'list';
  if (raw !== 'graph') problems.add(key, 'selected');
  return raw === 'graph' ? 'graph' : 'list';
}

function readLimit(raw: unknown, key: string, problems: Problems): number | undefined {
  if (raw === undefined || raw === null) return undefined;
  const limit = typeof raw === 'string' && /^\d{1,9}$/.test(raw) ? Number(raw) : raw;
  if (limit === Infinity) problems.add(key, 'max', { max: MAX_OBJECTS });
  else if (typeof limit !== 'number' || !Number.isInteger(limit)) problems.add(key, 'integer');
  else if (limit < 1) problems.add(key, 'min', { min: 1 });
  else if (limit > MAX_OBJECTS) problems.add(key, 'max', { max: MAX_OBJECTS });
  else return limit;
  return undefined;
}
