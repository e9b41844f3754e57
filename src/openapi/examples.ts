/**
 * An object of each resource to be shown in the document, made of what its entity file says: kinds, names, lengths, codes and
 * references. It is the same every time. A column whose meaning cannot be guessed may carry an `example` of its own; none must.
 */
import { registry, shownIn, worded, type Field, type Link, type ResourceModel } from '../engine/index.js';
import type { Schema } from './model.js';
import { SPECIAL } from './schemas/special.js';
import { phraseOf } from './titles.js';

const DAY = '2026-01-15';
const DATE_TIME = `${DAY}T08:30:00.000000Z`;

/** Texts in the form that a rule asks for; `ext-refs` names the object in another system. */
const FORMATTED: Record<Exclude<NonNullable<Field['rules']['format']>, 'ext-refs'>, string> = {
  cidr: '10.20.0.0/16',
  ip: '10.20.0.1',
  'ip-list': '10.20.0.11, 10.20.0.12',
  'ip-or-cidr-list': '10.20.0.11, 10.30.0.0/16',
  'hex-colour': '#3366cc',
  email: 'claire.martin@example.org',
  'two-letters': 'fr',
  urls: 'https://portal.example.org',
  'flow-label': 'name',
  purl: 'pkg:npm/product-one@2.1',
  cpe: 'cpe:2.3:a:acme:product_one:2.1:*:*:*:*:*:*:*',
};

/** What texts hold whose column has such a name: the first that fits. */
const BY_NAME: ReadonlyArray<readonly [RegExp, string]> = [
  [/^(responsible|owner|contact|administrator|functional_referent)/, 'Claire Martin'],
  [/^first_?name$/, 'Claire'],
  [/^last_?name$/, 'Martin'],
  [/^(login|user_id)$/, 'cmartin'],
  [/e?mail(_address)?$/, 'claire.martin@example.org'],
  [/phone/, '+33 1 23 45 67 89'],
  [/^vendor$/, 'acme'],
  [/^product$/, 'product_one'],
  [/version$/, '2.1'],
  [/^(manufacturer|editor)$/, 'Acme'],
  [/mac_address$/, '00:1b:44:11:3a:b7'],
  [/ip_range$/, '10.20.0.0/16'],
  [/^(address_)?ips?(_address(es)?)?$|^host$/, '10.20.0.11'],
  [/(^|_)port$/, '443'],
  [/^(documentation|url|website)$|_(url|link)$/, 'https://intranet.example.org/page'],
  [/^serial_number$/, 'SN-100234'],
  [/^order_number$|^reference$/, 'REF-2026-001'],
  [/^operating_system$/, 'Debian 12'],
  [/^cpu$/, '8'],
  [/^(memory|disk|storage)/, '32 GB'],
  [/^environment$/, 'Production'],
  [/^protocol/, 'HTTPS'],
  [/^attributes$/, 'critical'],
  [/^filename$/, 'floor-plan.txt'],
  [/^mimetype$/, 'text/plain'],
  [/^hash$/, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
];

/** An object of this resource as single reads answer it. */
export function exampleOf(resource: ResourceModel): Schema {
  const special = Object.entries(SPECIAL[resource.path]?.answered ?? {});
  const shown = resource.links.filter((link) => link.shown);
  return Object.fromEntries([
    ...shownIn(resource).map((field) => [field.name, valueOf(sameAs(resource, field), resource)] as const),
    ...special.map(([name, { examples }]) => [name, (examples as unknown[] | undefined)?.[0] ?? null] as const),
    ...shown.flatMap((link) =>
      [link.name, ...link.alsoShownAs].map((name) => [name, linkedOf(link, resource)] as const),
    ),
  ]);
}

/** The column that a field is another name of. */
const sameAs = ({ fields }: ResourceModel, field: Field): Field =>
  fields.find(({ name }) => !field.from?.tag && name === field.from?.column) ?? field;

/** Ids of other objects than the example's own, which is the first; small rows as they are written. */
function linkedOf({ items, target, name, numbers, pivot }: Link, resource: ResourceModel): unknown {
  if (numbers) return null;
  if (pivot?.value) return [worded(pivot.value, 3, undefined)];
  if (items) return [Object.fromEntries(items.map((field) => [field.name, valueOf(field, resource)]))];
  if (target !== resource.path) return [1, 2];
  // Children and parents are not the same objects.
  return [2 + resource.links.filter((link) => link.target === target).findIndex((link) => link.name === name)];
}

function valueOf(field: Field, resource: ResourceModel): unknown {
  if (field.example !== undefined) return field.example;
  const { kind, name, rules } = field;
  switch (kind) {
    case 'id':
      return 1;
    case 'ref':
      return isLeftOut(field, resource) ? null : 1;
    case 'int':
      return rules.enum ? middleOf([...rules.enum.labels.keys()]) : within(name.endsWith('_id') ? 1 : 10, field);
    case 'decimal':
      return 1250.5;
    case 'flag':
      return field.boolean ? true : 1;
    case 'day':
      return DAY;
    case 'moment':
      return name === 'deleted_at' ? null : DATE_TIME;
    case 'json':
      return {};
    case 'list':
      return [];
    case 'morph':
      return registry.all().find(({ cartographiable }) => cartographiable)!.polymorphicType;
    case 'html':
      return `<p>${field.about || wordsOf(name)}</p>`;
    case 'name':
    case 'string':
    case 'text':
      return textOf(field, resource).slice(0, rules.max);
  }
}

function textOf({ kind, name, about, rules: { format } }: Field, resource: ResourceModel): string {
  if (format === 'ext-refs') return `{CMDB}${(resource.uidPrefix ?? resource.key).replace(/_$/, '').toUpperCase()}-1`;
  if (format) return FORMATTED[format];
  const known = BY_NAME.find(([pattern]) => pattern.test(name))?.[1];
  if (known) return known;
  if (kind === 'text' && about) return about;
  return name === resource.label ? `${wordsOf(phraseOf(resource))} 1` : wordsOf(name);
}

/** Of two that exclude one another, or of several ends, the first is given; nothing is its own parent. */
function isLeftOut({ name, ref, end, rules }: Field, { path, fields }: ResourceModel): boolean {
  const before = fields.slice(
    0,
    fields.findIndex((other) => other.name === name),
  );
  return (
    ref!.target === path ||
    before.some((other) => (end && other.end === end) || (rules.requiredUnless && rules.requiredUnless === other.name))
  );
}

const middleOf = (codes: readonly number[]): number => codes[codes.length >> 1]!;

const within = (wanted: number, { rules: { min = wanted, max = wanted } }: Field): number =>
  Math.min(Math.max(wanted, min), max);

/** `serial_number` → `Serial number`, `logical server` → `Logical server`. */
const wordsOf = (name: string): string => `${name[0]!.toUpperCase()}${name.slice(1).replaceAll('_', ' ')}`;
