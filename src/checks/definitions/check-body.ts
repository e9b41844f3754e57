/** What may be sent of a check: every member is read and judged, and all that is wrong is told at once (checks 2). */
import { Problems } from '../../core/http/errors.js';
import { isObject } from '../../core/http/request-body.js';
import { Message } from '../../core/i18n/messages.js';
import { parseBoolean } from '../../core/text/booleans.js';
import { parseRelative } from '../../core/text/moments.js';
import type { Plans } from '../../engine/index.js';
import { toJson } from '../../queries/language/forms.js';
import { mapKinds, type Check, type Definition, type Filter, type Localized } from '../check.js';
import { SEVERITIES, type Severity } from '../severity.js';
import { RULES } from '../rules/index.js';
import type { OptionShape, Rule } from '../rules/rule.js';
import { kindsOfQuery } from './asked-kinds.js';
import { isTooLong, readFilter } from './filters.js';

const MAX = { titles: 190, abouts: 2000, advices: 2000 } as const;
const SLUG = /^[a-z0-9-]{1,60}$/;
const SOURCE = /^[A-Z0-9][A-Z0-9_.-]{0,31}$/;
const MEMBERS = [
  ...['key', 'titles', 'abouts', 'advices', 'severity', 'enabled', 'type', 'filter', 'query', 'rule', 'options'],
  ...['except', 'reset'],
];
/** Of a query these say how it is answered, which a check does by itself. */
const REFUSED = ['limit', 'output', 'order'];

type Body = Readonly<Record<string, unknown>>;

/** What a body says; what it does not say is undefined. */
export interface ReadCheck {
  slug?: string;
  titles?: Localized;
  abouts?: Localized;
  advices?: Localized;
  severity?: Severity;
  enabled?: boolean;
  type?: string | null;
  definition?: Definition;
  exceptions?: Record<string, Filter>;
  /** Kinds that filter, query and exceptions name, where any of these is said. */
  named?: Set<string>;
  /** Of these, those that findings need to be seen beside `type`, where any of these is said. */
  kinds?: string[];
}

/** Names in a body that mean nothing. */
export const ignoredIn = (body: Body): string[] =>
  Object.keys(body).filter((name) => !MEMBERS.includes(name) && !READ_ONLY.has(name));

const READ_ONLY: ReadonlySet<string> = new Set([
  ...[
    'id',
    'open',
    'accepted',
    'shipped',
    'changed',
    'rule_options',
    'last_run_at',
    'last_run_ms',
    'last_error',
    'created_at',
    'updated_at',
  ],
]);

/** `before`: the check that is changed; undefined for a new one. */
export class CheckBody {
  private readonly problems = new Problems();
  private readonly read: ReadCheck = {};

  constructor(
    private readonly body: Body,
    private readonly plans: Plans,
    private readonly before: Check | undefined,
  ) {}

  /** Throws 422. */
  async checked(): Promise<ReadCheck> {
    const { body, problems, before, read } = this;
    this.takeKey();
    for (const name of ['titles', 'abouts', 'advices'] as const) this.takeTexts(name);
    const { severity } = body;
    if (severity !== undefined || !before) {
      const found = SEVERITIES.find((one) => one === severity);
      if (severity === undefined || severity === null || severity === '') problems.add('severity', 'required');
      else if (!found) problems.add('severity', 'oneOf', { allowed: SEVERITIES.join(', ') });
      else read.severity = found;
    }
    if (body['enabled'] !== undefined) {
      const is = flagIn(body['enabled']);
      if (is === undefined) problems.add('enabled', 'boolean');
      else read.enabled = is;
    }
    if (before?.shipped) this.refuseFixed(before);
    const definition = await this.definition();
    if (definition) {
      if (differs(definition, before?.definition)) read.definition = definition;
      const type = this.typeOf(definition);
      if (type !== undefined && type !== before?.type) read.type = type;
      const saidType = type ?? null;
      if (type !== undefined) this.takeKinds(definition, saidType);
    }
    problems.throwIfAny();
    return read;
  }

  private takeKey(): void {
    const { body, problems, before } = this;
    const { key } = body;
    if (before) {
      if (key !== undefined && key !== before.slug) problems.add('key', 'checkFixed');
    } else if (key === undefined || key === null || key === '') problems.add('key', 'required');
    else if (typeof key !== 'string' || !SLUG.test(key)) problems.add('key', 'checkKey');
    else this.read.slug = key;
  }

  private takeTexts(name: 'titles' | 'abouts' | 'advices'): void {
    const { body, problems, before } = this;
    const value = body[name];
    if (value === undefined && (before || name !== 'titles')) return;
    if (value === undefined) return problems.add(name, 'required');
    if (value !== null && !isObject(value)) return problems.add(name, 'object');
    const texts: Localized = {};
    for (const [language, text] of Object.entries(value ?? {})) {
      const at = `${name}.${language.slice(0, 20).toWellFormed()}`;
      if (language !== 'en' && language !== 'fr') problems.add(at, 'unknownField');
      else if (text === null || text === '') continue;
      else if (typeof text !== 'string') problems.add(at, 'string', { field: at });
      else if (text.includes('\0') || !text.isWellFormed()) problems.add(at, 'characters', { field: at });
      else if ([...text.trim()].length > MAX[name]) problems.add(at, 'maxText', { field: at, max: MAX[name] });
      else if (text.trim()) texts[language] = text.trim();
    }
    if (name === 'titles' && !Object.keys(texts).length) problems.add(name, 'required');
    this.read[name] = texts;
  }

  /** Of a check that came with the release some members stay as they are. */
  private refuseFixed({ type, definition }: Check): void {
    const { body, problems } = this;
    const fixed: Body = {
      type,
      filter: definition.kind === 'filter' ? definition.filter : null,
      query: definition.kind === 'query' ? definition.query : null,
      rule: definition.kind === 'rule' ? definition.rule : null,
    };
    for (const [name, value] of Object.entries(fixed))
      if (body[name] !== undefined && differs(body[name], value)) problems.add(name, 'checkFixed');
  }

  /** What finds, as sent or as it is; undefined where that is wrong, or missing. */
  private async definition(): Promise<Definition | undefined> {
    const { body, problems, before } = this;
    const sent = (['filter', 'query', 'rule'] as const).filter(
      (name) => body[name] !== undefined && body[name] !== null,
    );
    const changed = before && sent.some((name) => name !== before.definition.kind);
    if (sent.length > 1) {
      for (const name of sent.slice(1)) problems.add(name, 'checkOneOf');
      return undefined;
    }
    if (!sent.length && !before) {
      problems.add('filter', 'checkOneOf');
      return undefined;
    }
    const kind = sent[0] ?? before!.definition.kind;
    const stored = before && !changed && before.definition.kind === kind ? before.definition : undefined;
    if (kind !== 'rule' && body['options'] !== undefined && body['options'] !== null)
      problems.add('options', 'checkNoOptions');
    if (kind === 'filter') return this.filter(sent.length ? body['filter'] : (stored as { filter: Filter }).filter);
    if (kind === 'query') return this.query(sent.length ? body['query'] : (stored as { query: object }).query);
    return this.rule(
      sent.length ? body['rule'] : (stored as { rule: string }).rule,
      body['options'] === undefined
        ? ((stored as { options?: object } | undefined)?.options ?? {})
        : (body['options'] ?? {}),
    );
  }

  private filter(sent: unknown): Definition | undefined {
    if (isObject(sent) && Object.keys(sent).length) return { kind: 'filter', filter: sent };
    this.problems.add('filter', isObject(sent) ? 'required' : 'object');
    return undefined;
  }

  private async query(sent: unknown): Promise<Definition | undefined> {
    const json = await toJson(sent);
    if (json instanceof Message) {
      this.problems.put('query', new Message(json.key, { field: 'query', ...json.values }));
      return undefined;
    }
    for (const name of REFUSED) {
      const value = json[name];
      if (value === undefined || value === null || (Array.isArray(value) && !value.length)) continue;
      if (name === 'output' && value === 'list') continue;
      this.problems.add(`query.${name}`, 'queryProhibited');
    }
    return { kind: 'query', query: json };
  }

  private rule(sent: unknown, options: unknown): Definition | undefined {
    const { problems } = this;
    const rule = typeof sent === 'string' ? RULES.get(sent) : undefined;
    if (!rule) {
      problems.add('rule', 'oneOf', { allowed: [...RULES.keys()].join(', ') });
      return undefined;
    }
    if (!isObject(options)) {
      problems.add('options', 'object');
      return undefined;
    }
    const read: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(options)) {
      const at = `options.${name.slice(0, 50).toWellFormed()}`;
      const shape = Object.hasOwn(rule.options, name) ? rule.options[name]! : undefined;
      if (!shape) problems.add(at, 'oneOf', { field: at, allowed: Object.keys(rule.options).join(', ') });
      else if (value !== null) {
        const option = this.option(shape, value, at, rule);
        if (option !== undefined) read[name] = option;
      }
    }
    return { kind: 'rule', rule: rule.name, options: read };
  }

  private option(shape: OptionShape, value: unknown, at: string, rule: Rule): unknown {
    const { problems } = this;
    const field = { field: at };
    switch (shape.takes) {
      case 'number': {
        const number = typeof value === 'string' && /^\d{1,9}(\.\d{1,3})?$/.test(value) ? Number(value) : value;
        if (typeof number !== 'number' || !Number.isFinite(number)) problems.add(at, 'number', field);
        else if (number < shape.min) problems.add(at, 'min', { ...field, min: shape.min });
        else if (number > shape.max) problems.add(at, 'max', { ...field, max: shape.max });
        else return number;
        return undefined;
      }
      case 'duration': {
        const relative = typeof value === 'string' ? parseRelative(value.trim()) : undefined;
        if (relative && /^[dwmy]$/.test(relative.unit) && relative.amount >= 0) return String(value).trim();
        problems.add(at, 'checkDuration', field);
        return undefined;
      }
      case 'flag': {
        const is = flagIn(value);
        if (is === undefined) problems.add(at, 'boolean', field);
        return is;
      }
      case 'source':
        if (typeof value === 'string' && SOURCE.test(value)) return value;
        problems.add(at, 'format', field);
        return undefined;
      case 'words':
      case 'kinds': {
        const allowed = shape.takes === 'kinds' ? rule.kinds() : shape.allowed;
        const list = typeof value === 'string' ? value.split(',').map((one) => one.trim()) : value;
        if (!Array.isArray(list) || !list.length || list.some((one) => !allowed.includes(one as string)))
          problems.add(at, 'oneOf', { ...field, allowed: allowed.join(', ') });
        else return [...new Set(list as string[])];
        return undefined;
      }
    }
  }

  /** The kind that findings are about; undefined where that is wrong. */
  private typeOf(definition: Definition): string | null | undefined {
    const { body, problems, before } = this;
    const sent = body['type'] === undefined ? (before?.type ?? null) : body['type'] === '' ? null : body['type'];
    if (definition.kind === 'rule') {
      const kinds = RULES.get(definition.rule)!.kinds();
      if (sent === null) return kinds.length === 1 ? kinds[0]! : null;
      if (kinds.includes(sent as string)) return sent as string;
      problems.add('type', 'oneOf', { allowed: kinds.join(', ') });
      return undefined;
    }
    const kinds = mapKinds();
    const from = definition.kind === 'query' ? (definition.query as { from?: unknown }).from : undefined;
    const wanted = sent ?? from ?? null;
    const kind = kinds.find(({ path, aliases }) => path === wanted || aliases.includes(wanted as string));
    if (wanted === null) problems.add('type', 'required');
    else if (!kind) problems.add('type', 'oneOf', { allowed: kinds.map(({ path }) => path).join(', ') });
    else return kind.path;
    return undefined;
  }

  /** Judges filters, query and exceptions, and finds the kinds that they name. */
  private takeKinds(definition: Definition, type: string | null): void {
    const { body, plans, problems, before, read } = this;
    const related = new Set<string>();
    const filters = (path: string, filter: Filter, key: string): void => {
      if (isTooLong(filter)) return problems.add(key, 'tooManyItems', { max: 50 });
      const refuse = (name: string, why: Message): void =>
        problems.put(`${key}.${name.slice(0, 100).toWellFormed()}`, why);
      for (const one of readFilter(plans, path, filter, refuse).kinds) related.add(one);
    };
    let namesType = false;
    if (definition.kind === 'filter') {
      namesType = true;
      filters(type!, definition.filter, 'filter');
    }
    if (definition.kind === 'query') {
      namesType = true;
      for (const one of kindsOfQuery(definition.query, type!, plans, problems)) related.add(one);
    }
    const exceptions = this.exceptions(type, definition);
    const named = new Set<string>();
    for (const [path, filter] of Object.entries(exceptions)) {
      named.add(path);
      filters(path, filter, type === null ? `except.${path}` : 'except');
    }
    if (body['except'] !== undefined && differs(exceptions, before?.exceptions)) read.exceptions = exceptions;
    // The kind itself is among them where something leads back to it: to a parent that somebody else may not see.
    for (const one of related) named.add(one);
    if (namesType) named.add(type!);
    if (read.definition || read.exceptions || read.type !== undefined) {
      read.named = named;
      read.kinds = [...related].sort();
    }
  }

  /** Filters by kind, as sent or as they are. */
  private exceptions(type: string | null, definition: Definition): Record<string, Filter> {
    const { body, problems, before } = this;
    const sent = body['except'];
    if (sent === undefined) return { ...before?.exceptions };
    if (sent === null || (isObject(sent) && !Object.keys(sent).length)) return {};
    if (!isObject(sent)) {
      problems.add('except', 'object');
      return {};
    }
    if (type !== null) return { [type]: sent };
    const kinds = definition.kind === 'rule' ? RULES.get(definition.rule)!.kinds() : [];
    const found: Record<string, Filter> = {};
    for (const [path, filter] of Object.entries(sent)) {
      const at = `except.${path.slice(0, 64).toWellFormed()}`;
      if (!kinds.includes(path)) problems.add(at, 'oneOf', { field: at, allowed: kinds.join(', ') });
      else if (!isObject(filter)) problems.add(at, 'object', { field: at });
      else if (Object.keys(filter).length) found[path] = filter;
    }
    return found;
  }
}

/** What a flag says in a body; undefined for anything else. */
export const flagIn = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : parseBoolean(String(typeof value === 'object' ? '' : value).trim());

/** Two values of JSON are different ones. */
const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);
