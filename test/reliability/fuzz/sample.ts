/** Valid values of schemas: what a client that has read the document would send. */
import type { Schema } from '../../../src/openapi/model.js';
import { pick, some, type Below } from './chance.js';
import type { Description } from './operations.js';
import type { World } from './world.js';

/** More fields make requests longer, and nothing better. */
const MOST_FIELDS = 6;
const MOST_LINKS = 3;

/** Texts for the patterns of the document. */
const BY_PATTERN: ReadonlyArray<readonly [RegExp, () => string]> = [
  [/\{/, () => '{GLPI}7|{CMDB}x-1'],
  [/#/, () => '#a1b2c3'],
  [/\{2\}/, () => 'fr'],
];
/** Texts for forms that no pattern can say, by the words that describe them. */
const BY_WORDS: ReadonlyArray<readonly [RegExp, string]> = [
  [/prefix length/, '10.20.0.0/16'],
  [/addresses or ranges/, '10.20.0.1, 10.30.0.0/16'],
  [/IPv4 or IPv6 address/, '10.20.0.1'],
];
const PLAIN = [
  'Ward 7',
  'Libre : é, « a » & 1',
  '<p>Rich <strong>é</strong></p>',
  'a < b',
  '12',
  'x, y',
  'Ünïcode ✓',
  "O'Neil",
];

export class Sampler {
  constructor(
    private readonly description: Description,
    private readonly world: World,
    private readonly below: Below,
  ) {}

  /** A valid value; undefined where what it must point to is not there. */
  value(told: Schema, name = ''): unknown {
    const schema = this.description.resolved(told);
    const { allOf, anyOf, oneOf, enum: choices, const: only } = schema as Record<string, Schema[] | undefined> & Schema;
    if (only !== undefined) return only;
    if (choices) return pick(choices, this.below);
    if (Array.isArray(allOf)) return this.object(this.merged(schema));
    const alternatives = anyOf ?? oneOf;
    if (alternatives && !schema['properties']) return this.value(pick(alternatives, this.below), name);
    const types = [schema['type'] ?? 'string'].flat() as string[];
    const type = types.includes('null') && !this.below(8) ? 'null' : types.find((one) => one !== 'null')!;
    return this.ofType(type, schema, name);
  }

  private ofType(type: string, schema: Schema, name: string): unknown {
    switch (type) {
      case 'null':
        return null;
      case 'boolean':
        return this.below(2) === 1;
      case 'integer':
        return this.integer(schema);
      case 'number':
        return this.below(10_000) / 4;
      case 'array':
        return this.list(schema);
      case 'object':
        return this.object(this.merged(schema));
      default:
        return this.text(schema, name);
    }
  }

  private integer(schema: Schema): number | undefined {
    const target = schema['x-resource'] as string | undefined;
    if (target) return this.world.idOf(target);
    const [least, most] = [schema['minimum'] as number | undefined, schema['maximum'] as number | undefined];
    const from = Math.max(least ?? 0, -100);
    return from + this.below(Math.min((most ?? 1000) - from, 1000) + 1);
  }

  private list(schema: Schema): unknown[] {
    const target = schema['x-resource'] as string | undefined;
    const most = schema['minItems'] ? MOST_LINKS : this.below(MOST_LINKS + 1);
    const items = target ? { type: 'integer', 'x-resource': target } : (schema['items'] as Schema);
    const made = Array.from({ length: most }, () => this.value(items)).filter((one) => one !== undefined);
    return target ? [...new Set(made)] : made;
  }

  /** All that must be there, and some of the rest. */
  private object(schema: Schema): unknown {
    const properties = (schema['properties'] ?? {}) as Record<string, Schema>;
    const required = (schema['required'] ?? []) as string[];
    const examples = schema['examples'] as unknown[] | undefined;
    if (!Object.keys(properties).length) return examples?.[0] ?? { from: 'applications' };
    const others = Object.keys(properties).filter((name) => !required.includes(name));
    const names = [...required, ...some(others, MOST_FIELDS, this.below)];
    const made = names.map((name) => [name, this.value(properties[name] ?? {}, name)] as const);
    return Object.fromEntries(made.filter(([, value]) => value !== undefined));
  }

  /** The properties of all parts of a schema in one. */
  private merged(told: Schema): Schema {
    const schema = this.description.resolved(told);
    const parts = ((schema['allOf'] ?? []) as Schema[]).map((part) => this.merged(part));
    const properties: Record<string, unknown> = {};
    const required: unknown[] = [];
    for (const part of [...parts, schema]) {
      Object.assign(properties, part['properties']);
      required.push(...((part['required'] ?? []) as unknown[]));
    }
    return { ...schema, type: 'object', properties, required: [...new Set(required)] };
  }

  private text(schema: Schema, name: string): string {
    const { format, pattern = '', description = '', minLength = 0, maxLength = 255 } = schema as Record<string, never>;
    const longest = Number(maxLength);
    if (format === 'date') return `20${10 + this.below(20)}-0${1 + this.below(9)}-1${this.below(10)}`;
    if (format === 'date-time') return `2031-0${1 + this.below(9)}-11T10:11:12.000000Z`;
    if (/@/.test(pattern)) return `${this.world.name(12)}@example.org`;
    const patterned = BY_PATTERN.find(([marks]) => marks.test(pattern));
    if (patterned) return patterned[1]();
    const worded = BY_WORDS.find(([words]) => words.test(description));
    if (worded) return worded[1];
    if (name === 'password') return 'Correct-horse-9';
    const examples = schema['examples'] as string[] | undefined;
    if (examples) return pick(examples, this.below);
    if (/unique/.test(description) || Number(minLength) > 0) return this.world.name(Math.min(longest, 12));
    const text = pick(PLAIN, this.below);
    return text.length <= longest ? text : text.slice(0, longest);
  }
}
