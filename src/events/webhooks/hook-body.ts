/** What may be sent of a hook: every member is read and judged, and all that is wrong is told at once. */
import { ApiError, Problems } from '../../core/http/errors.js';
import { isObject } from '../../core/http/request-body.js';
import { parseBoolean } from '../../core/text/booleans.js';
import { camel, snake } from '../../core/text/naming.js';
import type { Caller } from '../../core/http/caller.js';
import { FilterCheck, registry, type Plans, type ResourceModel } from '../../engine/index.js';
import { ACTIONS } from '../entry.js';
import { isOtherKind, OTHER_ACTIONS, OTHER_KINDS } from '../other-events.js';
import { fieldNamesOf } from '../parameters.js';
import { DEFAULTS, type HookSettings, type When } from './hook.js';
import type { HookTargets } from './targets.js';

export const MAX_HOOK = {
  ...{ name: 190, url: 2000, events: 100, fields: 100, when: 20, filters: 50, headers: 10, header: 4096 },
  ...{ batch: 100, wait: 60, text: 100, condition: 1000, values: 100 },
} as const;

type Body = Readonly<Record<string, unknown>>;

/** What a body says; what it does not say is undefined. */
export interface ReadHook {
  name?: string;
  url?: string;
  settings: Partial<HookSettings>;
  headers?: Record<string, string>;
  enabled?: boolean;
  owner_id?: number;
}

/** `stored`: the names of headers that keep their values where `true` stands in place of one. */
export class HookBody {
  private readonly problems = new Problems();
  private readonly read: ReadHook = { settings: {} };

  constructor(
    private readonly body: Body,
    private readonly targets: HookTargets,
    private readonly plans: Plans,
    private readonly stored: Readonly<Record<string, string>> = {},
  ) {}

  /** Throws 422. `isNew`: what must be there is missed. */
  async checked(caller: Caller, isNew: boolean): Promise<ReadHook> {
    this.text('name', MAX_HOOK.name, isNew, (name) => void (this.read.name = name));
    this.text('url', MAX_HOOK.url, isNew, (url) => this.takeUrl(url));
    this.list('events', MAX_HOOK.events, (all) => this.takeEvents(all), isNew);
    this.list('fields', MAX_HOOK.fields, (all) => this.takeFields(all));
    this.list('when', MAX_HOOK.when, (all) => this.takeWhen(all));
    this.flag('direct', (is) => void (this.read.settings.direct = is));
    this.flag('plain_json', (is) => void (this.read.settings.plain_json = is));
    this.flag('enabled', (is) => void (this.read.enabled = is));
    this.word('payload', ['full', 'thin'], (word) => void (this.read.settings.payload = word));
    this.word('signature', ['v1', 'v1a'], (word) => void (this.read.settings.signature = word));
    this.number('batch', 1, MAX_HOOK.batch, (n) => void (this.read.settings.batch = n));
    this.number('batch_wait', 0, MAX_HOOK.wait, (n) => void (this.read.settings.batch_wait = n));
    this.number('owner_id', 1, 4_294_967_295, (n) => void (this.read.owner_id = n));
    this.takeHeaders();
    await this.takeFilter(caller);
    this.problems.throwIfAny();
    return this.read;
  }

  private text(name: 'name' | 'url', max: number, isNeeded: boolean, take: (text: string) => void): void {
    const value = this.body[name];
    if (value === undefined && !isNeeded) return;
    if (value === undefined || value === null || (typeof value === 'string' && !value.trim()))
      return this.problems.add(name, 'required');
    if (typeof value !== 'string') return this.problems.add(name, 'string');
    if (!isPlain(value)) return this.problems.add(name, 'characters');
    const text = value.trim();
    if ([...text].length > max) return this.problems.add(name, 'maxText', { max });
    take(text);
  }

  private takeUrl(url: string): void {
    const fault = this.targets.faultOf(url);
    if (fault) this.problems.add('url', fault);
    else this.read.url = url;
  }

  /** A list, or null for what is usual. */
  private list(name: string, max: number, take: (all: unknown[]) => void, isNeeded = false): void {
    const value = this.body[name];
    if (value === undefined && !isNeeded) return;
    if (value === undefined || (value === null && name === 'events')) return this.problems.add(name, 'required');
    const all = value === null ? [] : value;
    if (!Array.isArray(all)) return this.problems.add(name, 'array');
    if (all.length > max) return this.problems.add(name, 'tooManyItems', { max });
    take(all);
  }

  private takeEvents(all: unknown[]): void {
    if (!all.length) return this.problems.add('events', 'required');
    const patterns = all.map((one, i) => {
      const pattern = patternIn(one);
      if (pattern === undefined) this.problems.add(`events.${i}`, 'hookEvent', { text: shortText(one) });
      return pattern!;
    });
    this.read.settings.events = [...new Set(patterns)];
  }

  private takeFields(all: unknown[]): void {
    const names = fieldNamesOf(registry.all());
    all.forEach((one, i) => {
      if (typeof one !== 'string' || !names.has(one))
        this.problems.add(`fields.${i}`, 'hookField', { text: shortText(one) });
    });
    this.read.settings.fields = [...new Set(all as string[])];
  }

  private takeWhen(all: unknown[]): void {
    const names = fieldNamesOf(registry.all());
    this.read.settings.when = all.flatMap((one, i): When[] => {
      const key = `when.${i}`;
      const known = isObject(one) && Object.keys(one).every((name) => ['field', 'from', 'to'].includes(name));
      const sides = known ? [one['from'], one['to']].filter((side) => side !== undefined) : [];
      if (!known || !sides.length || !sides.every(isComparable)) this.problems.add(key, 'hookWhen', { field: key });
      else if (typeof one['field'] !== 'string' || !names.has(one['field']))
        this.problems.add(key, 'hookField', { text: shortText(one['field']) });
      else return [one as unknown as When];
      return [];
    });
  }

  private flag(name: string, take: (is: boolean) => void): void {
    const value = this.body[name];
    if (value === undefined) return;
    const is = typeof value === 'boolean' ? value : typeof value === 'string' ? parseBoolean(value) : numberFlag(value);
    if (is === undefined) this.problems.add(name, 'boolean');
    else take(is);
  }

  private word<const Word extends string>(
    name: keyof HookSettings,
    words: readonly Word[],
    take: (w: Word) => void,
  ): void {
    const value = this.body[name];
    if (value === undefined) return;
    const found = words.find((word) => word === (value === null ? DEFAULTS[name as 'payload'] : value));
    if (found === undefined) this.problems.add(name, 'oneOf', { allowed: words.join(', ') });
    else take(found);
  }

  private number(name: string, min: number, max: number, take: (n: number) => void): void {
    const value = this.body[name];
    if (value === undefined) return;
    const number = typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value;
    if (typeof number !== 'number' || !Number.isInteger(number)) this.problems.add(name, 'integer');
    else if (number < min) this.problems.add(name, 'min', { min });
    else if (number > max) this.problems.add(name, 'max', { max });
    else take(number);
  }

  private takeHeaders(): void {
    const value = this.body['headers'];
    if (value === undefined) return;
    if (value !== null && !isObject(value)) return this.problems.add('headers', 'object');
    const entries = Object.entries(value ?? {});
    if (entries.length > MAX_HOOK.headers)
      return this.problems.add('headers', 'tooManyItems', { max: MAX_HOOK.headers });
    const headers: Record<string, string> = {};
    for (const [sent, said] of entries) {
      const name = sent.toLowerCase();
      const key = `headers.${sent.slice(0, MAX_HOOK.text).toWellFormed()}`;
      // What a read answered in place of the value stands for the value that is stored.
      const text = said === true ? this.stored[name] : said;
      if (!HEADER_NAME.test(name) || OURS.test(name) || name in headers)
        this.problems.add(key, 'hookHeader', { field: key });
      else if (typeof text !== 'string' || !HEADER_VALUE.test(text) || text.length > MAX_HOOK.header)
        this.problems.add(key, 'hookHeaderValue', { field: key, max: MAX_HOOK.header });
      else headers[name] = text;
    }
    this.read.headers = headers;
  }

  private async takeFilter(caller: Caller): Promise<void> {
    const value = this.body['filter'];
    if (value === undefined) return;
    if (value !== null && !isObject(value)) return this.problems.add('filter', 'object');
    const filter: HookSettings['filter'] = {};
    let count = 0;
    for (const [path, said] of Object.entries(value ?? {})) {
      const key = `filter.${path.slice(0, MAX_HOOK.text).toWellFormed()}`;
      const resource = registry.find(path);
      if (!resource) this.problems.add(key, 'hookKind', { field: key });
      else if (!isObject(said)) this.problems.add(key, 'object', { field: key });
      else if ((count += Object.keys(said).length) > MAX_HOOK.filters) {
        return this.problems.add('filter', 'tooManyItems', { max: MAX_HOOK.filters });
      } else filter[resource.path] = await this.filtersIn(resource, key, said, caller);
    }
    this.read.settings.filter = filter;
  }

  private async filtersIn(resource: ResourceModel, key: string, said: Body, caller: Caller) {
    const check = new FilterCheck(this.plans, resource.path);
    const filters: Record<string, string | string[]> = {};
    for (const [name, value] of Object.entries(said)) {
      const place = `${key}.${name.slice(0, MAX_HOOK.text).toWellFormed()}`;
      const text = Array.isArray(value) ? value.map(plainText) : plainText(value);
      const all = Array.isArray(text) ? text : [text];
      if (name === 'trashed' || all.length > MAX_HOOK.values || !all.every(isShort)) {
        this.problems.add(place, 'hookFilter', { field: place });
        continue;
      }
      const wanted = text as string | string[];
      try {
        await check.read({ [name]: wanted }, caller);
        filters[name] = wanted;
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        this.problems.put(place, error.phrase);
      }
    }
    return filters;
  }
}

/** A pattern in its one spelling, with the kind as types of events spell it; undefined for what is none. */
function patternIn(text: unknown): string | undefined {
  if (typeof text !== 'string') return undefined;
  if (text === '*') return text;
  const [, kind, action] = /^(\*|[a-z][a-z0-9_-]{0,63})\.(\*|[a-z]{1,10})$/.exec(text) ?? [];
  if (kind === undefined) return undefined;
  if (isOtherKind(kind)) {
    const known: readonly string[] = OTHER_KINDS[kind];
    return action === '*' || known.includes(action!) ? `${kind}.${action}` : undefined;
  }
  const resource =
    kind === '*'
      ? undefined
      : (registry.find(kind) ?? registry.find(kind.replaceAll('_', '-')) ?? registry.find(camel(kind)));
  if (kind !== '*' && !resource) return undefined;
  const actions: readonly string[] = resource ? ACTIONS : [...ACTIONS, ...OTHER_ACTIONS];
  if (action !== '*' && !actions.includes(action!)) return undefined;
  return `${resource ? snake(resource.path) : '*'}.${action}`;
}

const HEADER_NAME = /^[a-z0-9][a-z0-9_-]{0,99}$/;
/** Headers of the request itself, and those that we set. */
const OURS =
  /^(host|cookie|connection|te|trailer|upgrade|expect|keep-alive|user-agent|content-.*|transfer-.*|proxy-.*|webhook-.*)$/;
const HEADER_VALUE = /^[\x20-\x7e]+$/;

const isPlain = (text: string): boolean => !/\p{Cc}/u.test(text) && text.isWellFormed();

const numberFlag = (value: unknown): boolean | undefined => (value === 1 ? true : value === 0 ? false : undefined);

/** What columns are compared with. */
const isComparable = (value: unknown): boolean =>
  value === null ||
  ['boolean', 'number'].includes(typeof value) ||
  (typeof value === 'string' && value.length <= MAX_HOOK.condition);

const plainText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value : ['number', 'boolean'].includes(typeof value) ? String(value) : undefined;

const isShort = (text: string | undefined): boolean =>
  text !== undefined && text.length <= MAX_HOOK.condition && isPlain(text);

const shortText = (value: unknown): string => (plainText(value) ?? '…').slice(0, MAX_HOOK.text).toWellFormed();
