/** The settings of a source (feeding 8): what may stand in them, and all that is wrong with some, each by its place. */
import { tooLarge } from '../../core/http/body-limits.js';
import { ApiError, Problems, ValidationError } from '../../core/http/errors.js';
import { isObject } from '../../core/http/request-body.js';
import { Message } from '../../core/i18n/messages.js';
import type { WallClock } from '../../core/text/dates.js';
import { coerce, violation } from '../../engine/index.js';
import { CONNECTORS } from '../connectors/index.js';
import { readMapping } from '../connectors/mapping.js';
import { readOptions } from '../document/envelope.js';
import type { FeedOptions } from '../document/model.js';
import { Members } from '../document/shape.js';
import { canIdentify, type RuleName } from '../identity/rules.js';
import type { SourceRule, SourceSettings } from '../merge/ranks.js';
import type { Kind, Kinds } from '../plan/kinds.js';
import { hasHomes } from '../store/home-scope.js';

/** Settings as they are stored; types and fields under their own names, whatever alias they were sent under. */
export interface StoredSettings extends SourceSettings {
  /** The perimeter that it feeds: what is new belongs to it, and what is sought is sought in it. Without it the first. */
  readonly perimeter_id?: number;
  /** Ids of the users who may feed it; without them whoever made it. */
  readonly feeders?: readonly number[];
  /** How long may lie between two runs: a number and `m`, `h` or `d`. */
  readonly expected_every?: string;
  /** The connector that reads its files. */
  readonly as?: string;
  /** The mapping of its rows, or the name of one that comes along. */
  readonly map?: unknown;
  /** Options of the connector. */
  readonly opt?: Readonly<Record<string, string>>;
  /** Options of its documents, where these say nothing; only those that were set. */
  readonly options?: Partial<FeedOptions>;
}

/** Bytes of the settings of a source, as JSON. */
export const MAX_SETTINGS = 64 << 10;
/** Rules of a source. */
const MAX_RULES = 64;
const MAX_FEEDERS = 100;
const MAX_TYPES = 64;
const MAX_FIELDS = 200;
const MAX_RUNS = 1000;
const MAX_OPTION = 1000;
const MAX_PRECEDENCE = 99;

const RULE = new Set(['types', 'fields', 'precedence', 'hand', 'ignore']);
const MISSING_RULE = ['do', 'runs'];
const MISSING = new Set([...MISSING_RULE, 'fields', 'types']);
const GUARD = new Set(['percent', 'least', 'adopt']);
const EVERY = /^([1-9]\d{0,3})([mhd])$/;
const SECONDS: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400 };

/** The seconds of a text such as `26h`. */
export function secondsOf(every: string): number {
  const [, count, unit] = EVERY.exec(every)!;
  return Number(count) * SECONDS[unit!]!;
}

/**
 * Settings as sent, over those that are stored: what is absent stays, null takes a key away. Throws 413, and 422 with
 * everything that is wrong by its place.
 */
export function readSettings(
  sent: Readonly<Record<string, unknown>>,
  stored: StoredSettings,
  kinds: Kinds,
  clock: WallClock,
): StoredSettings {
  const merged = Object.entries({ ...stored, ...sent }).filter(([, value]) => value !== null);
  // A member called `__proto__` stays one.
  const value = Object.fromEntries(merged);
  if (Buffer.byteLength(JSON.stringify(value)) > MAX_SETTINGS) throw tooLarge(MAX_SETTINGS);
  const problems = new Problems();
  const settings = new Reading(value, kinds, clock, problems).all();
  problems.throwIfAny();
  return settings;
}

class Reading {
  private readonly members: Members;

  constructor(
    private readonly value: Readonly<Record<string, unknown>>,
    private readonly kinds: Kinds,
    private readonly clock: WallClock,
    private readonly problems: Problems,
  ) {
    this.members = new Members(value, problems, '');
  }

  all(): StoredSettings {
    const { members } = this;
    const read: { [K in Exclude<keyof StoredSettings, 'perimeter_id'>]-?: StoredSettings[K] | undefined } = {
      precedence: members.integer('precedence', 0, MAX_PRECEDENCE),
      rules: members.list('rules', MAX_RULES)?.flatMap((rule, i) => this.rule(rule, i) ?? []),
      identify: this.identify(members.object('identify'), 'identify.'),
      missing: this.missing(),
      guard: this.guard(),
      ...(hasHomes() && { perimeter_id: members.integer('perimeter_id', 1) }),
      feeders: this.feeders(),
      expected_every: this.every(),
      as: this.connector(),
      map: this.mapping(),
      opt: this.connectorOptions(),
      options: this.options(),
    };
    members.only(new Set(Object.keys(read)));
    return present(read);
  }

  private rule(value: unknown, index: number): SourceRule | undefined {
    const place = `rules.${index}`;
    if (!isObject(value)) return this.refuse(place, 'object');
    const members = new Members(value, this.problems, `${place}.`);
    members.only(RULE);
    const types = members.list('types', MAX_TYPES)?.map((type, i) => this.type(type, `${place}.types.${i}`));
    // With a type unknown, fields are not known to be wrong.
    const known = types ? types.filter((kind) => kind !== undefined) : this.kinds.all();
    const fields = members
      .list('fields', MAX_FIELDS)
      ?.flatMap((field, i) => (known.length ? this.names(known, field, `${place}.fields.${i}`) : []));
    return present({
      types: types && [...new Set(known.map(({ path }) => path))],
      fields: fields && [...new Set(fields)],
      precedence: members.integer('precedence', 0, MAX_PRECEDENCE),
      hand: members.choice('hand', ['yields', 'stands']),
      ignore: members.flag('ignore'),
    });
  }

  private identify(byType: Record<string, unknown> | undefined, place: string): SourceSettings['identify'] {
    if (!byType) return undefined;
    const members = new Members(byType, this.problems, place);
    return this.byType(byType, place, (kind, type) => {
      const rules = members.rules(type) as RuleName[] | undefined;
      rules?.forEach((rule, i) => {
        if (!canIdentify(rule, kind.columns)) {
          this.problems.add(`${place}${type}.${i}`, 'feedRuleLacks', { rule, type: kind.path });
        }
      });
      return rules;
    });
  }

  private missing(): SourceSettings['missing'] {
    const members = this.members.within('missing');
    if (!members) return undefined;
    members.only(MISSING);
    const [fields, types] = [members.object('fields'), members.object('types')];
    const [ofFields, ofTypes] = ['missing.fields.', 'missing.types.'];
    const byType = types && new Members(types, this.problems, ofTypes);
    return present({
      ...missingRule(members),
      fields: fields && this.byType(fields, ofFields, (kind, type) => this.marks(kind, fields[type], ofFields + type)),
      types:
        types &&
        this.byType(types, ofTypes, (_, type) => {
          const rule = byType!.within(type);
          rule?.only(new Set(MISSING_RULE));
          return rule && missingRule(rule);
        }),
    });
  }

  /** The values that mark an object as missing: columns that hold a value of their own, which many objects may have. */
  private marks(kind: Kind, value: unknown, place: string): Record<string, unknown> | undefined {
    if (!isObject(value)) return this.refuse(place, 'object');
    const marks = new Map<string, unknown>();
    for (const name of Object.keys(value)) {
      const meaning = kind.meaningOf(name);
      if (meaning?.is !== 'field' || meaning.field.ref || kind.isUnique(meaning.field.name)) {
        this.refuse(`${place}.${name}`, 'unknownField', name);
        continue;
      }
      const read = coerce(value[name], meaning.field, this.clock);
      const wrong = read instanceof Message ? read : violation(read, meaning.field);
      if (wrong) this.problems.put(`${place}.${name}`, new Message(wrong.key, { ...wrong.values, field: name }));
      marks.set(meaning.field.name, value[name]);
    }
    return Object.fromEntries(marks);
  }

  private guard(): SourceSettings['guard'] {
    const members = this.members.within('guard');
    members?.only(GUARD);
    return (
      members &&
      present({
        percent: members.integer('percent', 0, 100),
        least: members.integer('least', 0),
        adopt: members.integer('adopt', 0),
      })
    );
  }

  private feeders(): readonly number[] | undefined {
    const ids = this.members.list('feeders', MAX_FEEDERS);
    ids?.forEach((id, i) => {
      if (!Number.isSafeInteger(id) || (id as number) < 1) this.refuse(`feeders.${i}`, 'integer');
    });
    return ids && [...new Set(ids as number[])];
  }

  private every(): string | undefined {
    const every = this.members.text('expected_every', 8);
    return every === undefined || EVERY.test(every) ? every : this.refuse('expected_every', 'feedEvery');
  }

  private connector(): string | undefined {
    const name = this.members.text('as', 32);
    return name === undefined || CONNECTORS.has(name) ? name : this.members.refuseChoice('as', CONNECTORS.keys());
  }

  private mapping(): unknown {
    const map = this.value['map'];
    if (map !== undefined) this.collect('map', () => void readMapping(map));
    return map;
  }

  private connectorOptions(): Record<string, string> | undefined {
    const given = this.members.object('opt');
    if (!given) return undefined;
    const connector = CONNECTORS.get(this.value['as'] as string);
    const known = connector ? [connector] : [...CONNECTORS.values()];
    const members = new Members(given, this.problems, 'opt.');
    members.only(new Set(known.flatMap(({ options }) => Object.keys(options))));
    for (const name of Object.keys(given)) members.text(name, MAX_OPTION);
    return given as Record<string, string>;
  }

  private options(): Partial<FeedOptions> | undefined {
    const given = this.value['options'];
    if (given === undefined) return undefined;
    const read = this.collect('options', () => readOptions(given));
    if (!read) return undefined;
    const said = Object.entries(read).filter(([name]) => Object.hasOwn(given as object, name));
    const identify = this.identify({ ...read.identify }, 'options.identify.');
    return { ...Object.fromEntries(said), ...(Object.hasOwn(given as object, 'identify') && { identify: identify! }) };
  }

  /** What is told of each type, under its own path. */
  private byType<T>(
    value: Readonly<Record<string, unknown>>,
    place: string,
    read: (kind: Kind, type: string) => T | undefined,
  ): Record<string, T> {
    const all = new Map<string, T>();
    for (const type of Object.keys(value)) {
      const kind = this.type(type, place + type);
      const one = kind && read(kind, type);
      if (one === undefined) continue;
      if (all.has(kind!.path)) this.refuse(place + type, 'spellings', type);
      all.set(kind!.path, one);
    }
    return Object.fromEntries(all);
  }

  private type(name: unknown, place: string): Kind | undefined {
    const kind = typeof name === 'string' ? this.kinds.find(name) : undefined;
    if (!kind) this.problems.add(place, 'feedUnknownType', { type: typeof name === 'string' ? name : '' });
    return kind;
  }

  /** The columns and links that a name means in any of these types. */
  private names(kinds: readonly Kind[], name: unknown, place: string): string[] {
    const found = typeof name === 'string' ? kinds.flatMap((kind) => kind.namesOf(name)) : [];
    if (!found.length) this.refuse(place, 'unknownField', typeof name === 'string' ? name : '');
    return found;
  }

  /** What `read` returns; what it throws as wrong is collected, with its own places, or at `place` where it names none. */
  private collect<T>(place: string, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (error instanceof ValidationError) {
        for (const [key, phrases] of error.errors)
          for (const phrase of phrases) this.problems.put(key.startsWith(place) ? key : `${place}.${key}`, phrase);
      } else if (error instanceof ApiError) this.problems.put(place, error.phrase);
      else throw error;
      return undefined;
    }
  }

  private refuse(place: string, key: Parameters<Problems['add']>[1], field = place): undefined {
    this.problems.add(place, key, { field });
  }
}

const missingRule = (members: Members): { do?: 'keep' | 'mark' | 'delete'; runs?: number } =>
  present({ do: members.choice('do', ['keep', 'mark', 'delete']), runs: members.integer('runs', 1, MAX_RUNS) });

/** Only the members that have a value. */
const present = <T extends object>(all: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as never;
