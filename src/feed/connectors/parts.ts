/** What lists of parts (SBOM) have in common: a program, and what it is made of, become an application with its modules. */
import { ApiError } from '../../core/http/errors.js';
import { Turns } from '../../core/turns.js';
import { parseCpe } from '../../vulnerabilities/identity/cpe.js';
import { MAX_ELEMENTS } from '../document/limits.js';
import type { Item } from '../document/model.js';
import { each, requiredOption, type ReadOptions, type ReadResult } from './connector.js';
import { fields, joined, refOf } from './values.js';

/** A program, or a part of one. */
export interface Component {
  /** With its group, where it has one. */
  label: string;
  name: string;
  version: string | undefined;
  /** Who makes it, where it is not said in a CPE. */
  vendor?: string | undefined;
  purl: string | undefined;
  /** The source package that it was built from, where that is said beside the address. */
  upstream?: string | undefined;
  /** Names in the CPE dictionary, the best one first. */
  cpes: readonly string[];
}

/** What the option `application` is, for whoever leaves it out. */
const APPLICATION =
  'the name of the application, which the file does not say (metadata.component in CycloneDX, the described package in SPDX)';
const MAX_CPES = 10;

/**
 * The application with a service that has all parts as its modules. Throws 422 where nobody names it, 413 for too many parts.
 * @param subject the program that the file is about, if it says so
 */
export async function programOf(
  subject: Component | undefined,
  parts: Iterable<Component>,
  asked: ReadOptions,
): Promise<ReadResult> {
  const isNamed = !subject || asked.opt.has('application');
  const name = isNamed ? requiredOption(asked, 'application', APPLICATION) : subject.name;
  const scope = refOf(isNamed ? name : subject.label)!;
  const modules = new Map<string, Item>();
  await new Turns().each(parts, (part) => {
    const module = moduleOf(part);
    if (!module || modules.has(module.ref!)) return;
    modules.set(module.ref!, module);
    if (modules.size > MAX_ELEMENTS)
      throw new ApiError(413, 'feedElements', { item: 2, field: 'modules', max: MAX_ELEMENTS });
  });
  const product = subject && productOf(subject);
  const set = fields({ name, ...product, application_services: [{ ref: scope }] });
  const items: Item[] = [
    { type: 'applications', ref: scope, set },
    {
      type: 'application-services',
      ref: scope,
      set: { name, modules: [...modules.keys()].map((ref) => ({ ref })) },
    },
    ...modules.values(),
  ];
  // References are addresses of packages, which would fill the room for those of other tools.
  return { mode: 'full', scope, options: { ext_refs: false }, items: each(items) };
}

function moduleOf(part: Component): Item | undefined {
  const ref = refOf(part.purl ?? joined([part.label, part.version], '@'));
  if (ref === undefined) return undefined;
  const set = fields({ name: joined([part.label, part.version], ' '), ...productOf(part) });
  return { type: 'application-modules', ref, set };
}

/**
 * As lists of vulnerabilities name it, where the file says how; otherwise by its own name. All of it is one statement: a vendor that
 * it does not name is none, or that of another statement would stand beside this product.
 */
function productOf(component: Component): Record<string, unknown> {
  const cpe = component.cpes.map(parseCpe).find((one) => one?.product !== undefined);
  const products = productsOf(component);
  return {
    vendor: cpe?.vendor ?? component.vendor ?? null,
    product: cpe?.product ?? component.name,
    version: cpe?.version ?? component.version,
    ...(products.length && { products }),
  };
}

/** A product by the address of its package, by its name in the CPE dictionary, or by both. */
export interface NamedProduct {
  purl?: string;
  cpe?: string;
}

/** The value of `products`: what the component is called where vulnerabilities are listed. */
export function productsOf({ purl, upstream, cpes }: Pick<Component, 'purl' | 'upstream' | 'cpes'>): NamedProduct[] {
  const [first, ...others] = cpes.slice(0, MAX_CPES);
  const both = fields({ purl: purl && withUpstream(purl, upstream), cpe: first }) as NamedProduct;
  return [...(Object.keys(both).length ? [both] : []), ...others.map((cpe) => ({ cpe }))];
}

/** The address with the source package, if it is one of a distribution and names none itself. */
function withUpstream(purl: string, upstream: string | undefined): string {
  if (upstream === undefined || !/^pkg:(?:deb|apk|rpm)\//i.test(purl) || /[?&]upstream=/i.test(purl)) return purl;
  const [address, ...subpath] = purl.split('#') as [string, ...string[]];
  const sign = address.includes('?') ? '&' : '?';
  return [`${address}${sign}upstream=${encodeURIComponent(upstream)}`, ...subpath].join('#');
}
