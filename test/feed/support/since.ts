/** Where plans of the specification's examples are other ones by now: what devices say beyond their columns, and addresses in place of ids. */

const DEVICE = '<p>S/N SG12KN0001, IP 10.20.9.1</p>';

/** What is said of a thing beyond what its plan shows, by its ref. */
export const SINCE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'sw-core-01': { description: DEVICE },
};

/** Things that are known by an address alone, which is not written on them. */
const WEAK = new Set(['10.20.0.12']);

/** What was left out of each, which the plans do not tell. */
export const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  'app.cyclonedx': ['what is of the kind file (1)'],
  'cluster.k8s': ['what is of the kind Secret (1)'],
  'cluster.proxmox': ['templates (1)', 'storage that is not shared (1)'],
  directory: ['accounts that are disabled (1)', 'people who are not asked for (1)'],
  'scan.nmap': ['hosts that are down (1)'],
};

interface Change {
  ref?: string;
  set: Record<string, [unknown, unknown]>;
}

/** A change of a plan as it is now; fields stand in the order of their columns. */
export function since<C extends Change>(change: C): C {
  const { ref = '', set } = change;
  const { ext_refs, ...rest } = set;
  const said = Object.entries(SINCE[ref] ?? {}).map(([name, value]) => [name, [null, value]] as const);
  return {
    ...change,
    set: { ...rest, ...(ext_refs && !WEAK.has(ref) && { ext_refs }), ...Object.fromEntries(said) },
  };
}

/** A change of a plan as it was told then: without addresses of packages, which objects have beside their columns by now. */
export function asTold<C extends Change>({
  set: { products: _, ...set },
  ...change
}: C): Omit<C, 'set'> & Pick<Change, 'set'> {
  return { ...change, set };
}
