/** What a program is made of: CycloneDX in JSON, 1.2 to 1.6. */
import { ApiError } from '../../core/http/errors.js';
import { Turns } from '../../core/turns.js';
import { MAX_ELEMENTS } from '../document/limits.js';
import type { Item } from '../document/model.js';
import { each, notWhole, type ReadOptions, type Bytes, type ReadResult } from './connector.js';
import { jsonFile, wholeOf } from './reading.js';
import { fields, joined, listOf, member, refOf, textOf, within } from './values.js';

const KIND = 'cyclonedx';
const VERSIONS = new Set(['1.2', '1.3', '1.4', '1.5', '1.6']);
/** Characters of the name of a product in lists of vulnerabilities. */
const MAX_CPE = 1000;
/** Parts that are no software. */
const LEFT_OUT = new Set(['file', 'data', 'device', 'machine-learning-model']);

/** The application that the file is about, with a service that has all parts as its modules. */
export async function cyclonedx(bytes: Bytes, { leftOut }: ReadOptions): Promise<ReadResult> {
  const value = await jsonFile(await wholeOf(bytes), KIND);
  const subject = within(value, 'metadata', 'component');
  const name = textOf(member(subject, 'name'));
  const isKnown = member(value, 'bomFormat') === KIND_NAME && VERSIONS.has(String(member(value, 'specVersion')));
  if (!isKnown || name === undefined) throw notWhole(KIND);
  const scope = refOf(groupAndName(subject))!;
  const modules = new Map<string, Item>();
  await new Turns().each(componentsIn(value), (component) => {
    const module = moduleOf(component);
    if (!module || modules.has(module.ref!)) return;
    modules.set(module.ref!, module);
    if (modules.size > MAX_ELEMENTS)
      throw new ApiError(413, 'feedElements', { item: 2, field: 'modules', max: MAX_ELEMENTS });
  });
  // What a program calls is no part of it.
  leftOut?.add('service', '', listOf(member(value, 'services')).length);
  const product = fields({ ...productOf(subject), vendor: vendorOf(subject) });
  const items: Item[] = [
    { type: 'applications', ref: scope, set: { name, ...product, application_services: [{ ref: scope }] } },
    { type: 'application-services', ref: scope, set: { name, modules: [...modules.keys()].map((ref) => ({ ref })) } },
    ...modules.values(),
  ];
  // References are addresses of packages, which would fill the room for those of other tools.
  return { mode: 'full', scope, options: { ext_refs: false }, items: each(items) };
}

const KIND_NAME = 'CycloneDX';

/** Parts, and parts of parts. The same one is often listed several times. */
function* componentsIn(whole: unknown): Generator<unknown> {
  for (const component of listOf(member(whole, 'components'))) {
    yield component;
    yield* componentsIn(component);
  }
}

function moduleOf(component: unknown): Item | undefined {
  const label = groupAndName(component);
  const version = textOf(member(component, 'version'));
  const ref = refOf(textOf(member(component, 'purl')) ?? (label && joined([label, version], '@')));
  if (label === undefined || !ref || LEFT_OUT.has(String(member(component, 'type')))) return undefined;
  const set = fields({ name: joined([label, version], ' '), ...productOf(component) });
  return { type: 'application-modules', ref, set };
}

function groupAndName(component: unknown): string | undefined {
  const name = textOf(member(component, 'name'));
  return name && joined([textOf(member(component, 'group')), name], '/');
}

/** As lists of vulnerabilities name it, where the file says how; otherwise by its own name. */
function productOf(component: unknown): {
  vendor?: string | undefined;
  product?: string | undefined;
  version?: string | undefined;
} {
  const cpe = cpeOf(component);
  return {
    vendor: cpe?.vendor,
    product: cpe?.product ?? textOf(member(component, 'name')),
    version: cpe?.version ?? textOf(member(component, 'version')),
  };
}

const vendorOf = (component: unknown): string | undefined =>
  cpeOf(component)?.vendor ??
  textOf(member(component, 'publisher')) ??
  textOf(within(component, 'supplier', 'name')) ??
  textOf(member(component, 'group'));

/** `cpe:2.3:a:apache:log4j:2.17.1:…`: colons within a part are escaped. */
function cpeOf(
  component: unknown,
): { vendor?: string | undefined; product?: string | undefined; version?: string | undefined } | undefined {
  const text = textOf(member(component, 'cpe'));
  if (!text?.startsWith('cpe:2.3:') || text.length > MAX_CPE) return undefined;
  const parts = text.match(/(?:\\.|[^:\\])+/gs) ?? [];
  const [vendor, product, version] = parts
    .slice(3, 6)
    .map((part) => (part === '*' || part === '-' ? undefined : part.replace(/\\(.)/gs, '$1')));
  return { vendor, product, version };
}
