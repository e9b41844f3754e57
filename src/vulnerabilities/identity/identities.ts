/** By what an object is looked up in lists of vulnerabilities: each identity is one statement, and none is made of two. */
import { isNamed, normalise } from '../matching.js';
import { parseCpe } from './cpe.js';
import { packageOf, parsePurl } from './purl.js';

/** A package of an ecosystem, as the address of a package names it. */
export interface PackageIdentity {
  kind: 'package';
  ecosystem: string;
  name: string;
  version: string | undefined;
  /** As it was written down. */
  text: string;
}

/** A product of a vendor: as a CPE names it, or as the columns of the object do. */
export interface ProductIdentity {
  kind: 'cpe' | 'name';
  part: string | undefined;
  vendor: string;
  product: string;
  version: string | undefined;
  /** What a CPE says beside the version: `rc1`. */
  update: string | undefined;
  text: string;
}

/** `claim`: identities of one number are one statement, of one thing. */
export type Identity = (PackageIdentity | ProductIdentity) & { claim: number };
type Unnumbered = PackageIdentity | ProductIdentity;

/** What an object says of itself. */
export interface Named {
  vendor: string | null;
  product: string | null;
  version: string | null;
  products: ReadonlyArray<{ purl: string | null; cpe: string | null }>;
}

/** Why an object, or one of its addresses, cannot be looked up. */
export type Unnamed = 'noIdentity' | 'noRelease' | 'unknownEcosystem' | 'unreadable';

/** Packages of these are known by the release of their distribution. */
const OF_DISTRIBUTIONS = new Set(['deb', 'rpm', 'apk']);

/** The identities of an object, each once, and why others are none. */
export function identitiesOf(named: Named): { identities: Identity[]; unnamed: Unnamed[] } {
  const identities = new Map<string, Identity>();
  const unnamed = new Set<Unnamed>();
  const add = (identity: Unnumbered | Unnamed, claim: number): void => {
    if (typeof identity === 'string') unnamed.add(identity);
    else identities.set(keyOf(identity), identities.get(keyOf(identity)) ?? { ...identity, claim });
  };
  named.products.forEach(({ purl, cpe }, claim) => {
    if (purl !== null) add(ofPurl(purl, cpe), claim);
    if (cpe !== null) add(ofCpe(cpe, purl, named.version), claim);
  });
  const own = ofColumns(named);
  // Beside one product the columns say the same of it; of several nobody knows which.
  if (own) add(own, named.products.length === 1 ? 0 : -1);
  if (!identities.size && !unnamed.size) unnamed.add('noIdentity');
  return { identities: [...identities.values()], unnamed: [...unnamed] };
}

/** Two identities with one key are looked up once. */
export const keyOf = (identity: Unnumbered): string =>
  identity.kind === 'package'
    ? `package\n${identity.ecosystem}\n${identity.name}\n${identity.version ?? ''}`
    : `product\n${identity.part ?? ''}\n${identity.vendor}\n${identity.product}\n${identity.version ?? ''}\n${identity.update ?? ''}`;

function ofPurl(text: string, cpe: string | null): Unnumbered | Unnamed {
  const purl = parsePurl(text);
  if (!purl) return 'unreadable';
  const found = packageOf(purl);
  if (!found) return OF_DISTRIBUTIONS.has(purl.type) ? 'noRelease' : 'unknownEcosystem';
  const { ecosystem, name } = found;
  // The address and the name stand in one statement: they are of one version.
  return { kind: 'package', ecosystem, name, version: found.version ?? (cpe === null ? undefined : parseCpe(cpe)?.version), text }; // prettier-ignore
}

function ofCpe(text: string, purl: string | null, version: string | null): Unnumbered | Unnamed {
  const cpe = parseCpe(text);
  if (!cpe) return 'unreadable';
  const { part, vendor, product, update } = cpe;
  if (vendor === undefined || product === undefined) return 'noIdentity';
  const said = cpe.version ?? (purl === null ? undefined : parsePurl(purl)?.version) ?? installed(version);
  return { kind: 'cpe', part, vendor, product, version: said, update: cpe.version && update, text };
}

function ofColumns({ vendor, product, version }: Named): Unnumbered | undefined {
  const [by, what] = [normalise(vendor ?? ''), normalise(product ?? '')];
  if (!isNamed(by) || !isNamed(what)) return undefined;
  const text = [vendor, product, version].filter(Boolean).join(' ');
  return { kind: 'name', part: undefined, vendor: by, product: what, version: installed(version), update: undefined, text }; // prettier-ignore
}

/** A version as people write it; undefined where they name none. */
const installed = (version: string | null): string | undefined => {
  const text = (version ?? '').trim();
  return ['', '*', '-'].includes(text) ? undefined : text;
};
