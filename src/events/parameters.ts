/** Reads what is asked of the feed. Every parameter that is not as documented is refused, and the refusal names it. */
import { ApiError } from '../core/http/errors.js';
import { nearestFirst } from '../core/text/naming.js';
import { parseBoolean } from '../core/text/booleans.js';
import { badParameter, registry, shownIn, type ResourceModel } from '../engine/index.js';
import { ACTIONS, type Action } from './entry.js';
import { isOtherKind, OTHER_ACTIONS, OTHER_KINDS, type OtherAction, type OtherKind } from './other-events.js';

export const LIMITS = { limit: 1000, usual: 100, wait: 60, names: 100, text: 100 } as const;

/** Which changes. */
export interface Wanted {
  resources?: ResourceModel[];
  /** Kinds that are none of objects. */
  others: readonly OtherKind[];
  actions?: Array<Action | OtherAction>;
  id?: number;
  /** Only updates that touch one of these columns or links. */
  fields?: ReadonlySet<string>;
  /** Without changes of other ends of links. */
  direct: boolean;
}

export interface ChangesRequest extends Wanted {
  /** A cursor, `beginning` or `now`. */
  since: string;
  limit: number;
  /** Seconds. */
  wait: number;
}

type Query = Readonly<Record<string, unknown>>;

export const ALL_OTHERS = Object.keys(OTHER_KINDS) as OtherKind[];

const WANTED = ['since', 'resource', 'action', 'id', 'field', 'direct'] as const;
const FEED = [...WANTED, 'limit', 'wait'] as const;

/** A question to the feed. Throws 400. */
export function readChanges(query: Query): ChangesRequest {
  const texts = textsOf(query, FEED);
  return {
    ...wantedIn(texts),
    since: texts.since ?? 'beginning',
    limit: numberIn('limit', texts.limit ?? String(LIMITS.usual), 1, LIMITS.limit),
    wait: numberIn('wait', texts.wait ?? '0', 0, LIMITS.wait),
  };
}

/** A question to the stream; `since` is where it begins, now if left out. Throws 400. */
export function readStream(query: Query): Wanted & { since: string } {
  const texts = textsOf(query, WANTED);
  return { ...wantedIn(texts), since: texts.since ?? 'now' };
}

function wantedIn(texts: Partial<Record<(typeof WANTED)[number], string>>): Wanted {
  const names = texts.resource === undefined ? undefined : namesIn('resource', texts.resource);
  const others = names ? names.filter(isOtherKind) : ALL_OTHERS;
  const resources = names?.filter((name) => !isOtherKind(name)).map((name) => resourceAt(name));
  const actions = texts.action === undefined ? undefined : namesIn('action', texts.action).map(actionAt);
  const wanted: Wanted = { others: [...new Set(others)], direct: flagIn(texts.direct) };
  if (resources) wanted.resources = [...new Set(resources)];
  if (actions) wanted.actions = actions;
  if (texts.id !== undefined) {
    if (!names || (wanted.resources?.length ?? 0) + wanted.others.length !== 1) throw new ApiError(400, 'changesOne');
    wanted.id = numberIn('id', texts.id, 1, 4_294_967_295);
  }
  if (texts.field !== undefined) wanted.fields = fieldsIn(texts.field, wanted.resources ?? registry.all());
  return wanted;
}

/** The columns and links of which changes of these tell. */
export function fieldNamesOf(resources: readonly ResourceModel[]): Set<string> {
  const names = new Set<string>();
  for (const resource of resources) {
    for (const { name } of shownIn(resource)) names.add(name);
    for (const { name, shown, alsoShownAs } of resource.links)
      if (shown) for (const one of [name, ...alsoShownAs]) names.add(one);
  }
  return names;
}

function fieldsIn(text: string, resources: readonly ResourceModel[]): Set<string> {
  const names = fieldNamesOf(resources);
  const wanted = namesIn('field', text);
  for (const name of wanted) if (!names.has(name)) throw unknown('field', name, [...names]);
  return new Set(wanted);
}

/** The kind that a parameter `resource` names. Throws 400 with the names that are nearest. */
export function resourceAt(name: string, among: readonly ResourceModel[] = registry.all()): ResourceModel {
  const found = registry.find(name);
  if (found && among.includes(found)) return found;
  throw unknown(
    'resource',
    name,
    among.map(({ path }) => path),
  );
}

function actionAt(name: string): Action | OtherAction {
  const all = [...ACTIONS, ...OTHER_ACTIONS];
  const found = all.find((one) => one === name);
  if (!found) throw unknown('action', name, all);
  return found;
}

/** 400 with the names that are nearest. */
function unknown(name: string, text: string, all: readonly string[]): ApiError {
  const short = text.slice(0, LIMITS.text).toWellFormed();
  return badParameter(name, 'changesName', { text: short, allowed: nearestFirst(short, [...all], 10).join(', ') });
}

function namesIn(name: string, text: string): string[] {
  const names = text.split(',').map((one) => one.trim());
  if (names.length > LIMITS.names) throw badParameter(name, 'graphMany', { max: LIMITS.names });
  return names;
}

function numberIn(name: string, text: string, min: number, max: number): number {
  const number = /^\d{1,10}$/.test(text) ? Number(text) : -1;
  if (number < min || number > max) throw badParameter(name, 'wantsBetween', { min, max });
  return number;
}

function flagIn(text: string | undefined): boolean {
  const flag = text === undefined ? false : parseBoolean(text);
  if (flag === undefined) throw badParameter('direct', 'wantsFlag');
  return flag;
}

function textsOf<const Name extends string>(query: Query, allowed: readonly Name[]): Partial<Record<Name, string>> {
  for (const [name, value] of Object.entries(query)) {
    if (!(allowed as readonly string[]).includes(name))
      throw new ApiError(400, 'unknownParameter', {
        name: name.slice(0, LIMITS.text).toWellFormed(),
        allowed: allowed.join(', '),
      });
    if (typeof value !== 'string') throw new ApiError(400, 'repeatedParameter', { name });
  }
  return query as Partial<Record<Name, string>>;
}
