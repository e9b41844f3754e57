/** CycloneDX in XML, as the JSON of the same file would have it: what is read of it, and nothing else. */
import { notWhole } from './connector.js';
import type { Attributes, XmlHandler } from './xml.js';
import { xmlParts } from './xml.js';

/** What is read, by the element around it. */
const READ: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['bom', new Set(['metadata', 'components', 'services', 'formulation'])],
  ['metadata', new Set(['component'])],
  ['components', new Set(['component'])],
  [
    'component',
    new Set([
      ...['group', 'name', 'version', 'publisher', 'scope', 'cpe', 'purl', 'supplier', 'manufacturer'],
      ...['components', 'properties'],
    ]),
  ],
  ['supplier', new Set(['name'])],
  ['manufacturer', new Set(['name'])],
  ['properties', new Set(['property'])],
  ['services', new Set(['service'])],
  ['service', new Set(['services'])],
  ['formulation', new Set(['formula'])],
  ['formula', new Set(['components'])],
]);
/** Elements that are lists of what is in them. */
const LISTS: ReadonlySet<string> = new Set(['components', 'properties', 'services', 'formulation']);
/** Properties that are read, each one more value in memory. */
const PROPERTIES = /^aquasecurity:trivy:Src/;
/** Characters of a value. */
const MAX_VALUE = 10_000;
const NAMESPACE = /^https?:\/\/cyclonedx\.org\/schema\/bom\/([\d.]{1,10})$/;

/** The file as JSON has it. Throws 400 for what is none, or not whole. */
export async function bomOfXml(bytes: Buffer, kind: string): Promise<unknown> {
  const reader = new Reader(kind);
  async function* once(): AsyncGenerator<Buffer> {
    yield bytes;
  }
  for await (const _ of xmlParts(once(), kind, reader, 'feedNotThis')) void _;
  return reader.root;
}

interface Open {
  name: string;
  members: Record<string, unknown>;
  list: unknown[];
  text: string;
}

class Reader implements XmlHandler {
  readonly root: Record<string, unknown> = {};
  /** The elements that are open, those that are not read as undefined. */
  private readonly opened: Array<Open | undefined> = [];

  constructor(private readonly kind: string) {}

  open(tag: string, attributes: Attributes, depth: number): void {
    const name = tag.slice(tag.indexOf(':') + 1);
    if (depth === 1) this.begin(name, attributes);
    const parent = this.opened.at(-1);
    const isRead = depth === 1 || (parent !== undefined && READ.get(parent.name)?.has(name) === true);
    const members = depth === 1 ? this.root : attributesOf(name, attributes);
    this.opened.push(isRead ? { name, members, list: [], text: '' } : undefined);
  }

  text(text: string): void {
    const last = this.opened.at(-1);
    if (last && !LISTS.has(last.name) && last.text.length < MAX_VALUE) last.text += text.slice(0, MAX_VALUE);
  }

  close(): void {
    const done = this.opened.pop();
    const parent = this.opened.at(-1);
    if (!done || !parent) return;
    const value = valueOf(done);
    if (!LISTS.has(parent.name)) parent.members[done.name] = value;
    else if (done.name !== 'property' || PROPERTIES.test(String(done.members['name']))) parent.list.push(value);
  }

  /** The version stands in the namespace. */
  private begin(name: string, attributes: Attributes): void {
    const spaces = Object.entries(attributes).flatMap(([key, value]) => (/^xmlns(?:$|:)/.test(key) ? value : []));
    const version = spaces.map((space) => NAMESPACE.exec(space.trim())?.[1]).find((found) => found !== undefined);
    if (name !== 'bom' || version === undefined) throw notWhole(this.kind);
    Object.assign(this.root, { bomFormat: 'CycloneDX', specVersion: version });
  }
}

function attributesOf(name: string, { type, name: called }: Attributes): Record<string, unknown> {
  if (name === 'component') return { ...(type !== undefined && { type }) };
  return name === 'property' ? { name: called } : {};
}

/** A list, an object, or a text. */
function valueOf({ name, members, list, text }: Open): unknown {
  if (LISTS.has(name)) return list;
  if (name === 'property') return { ...members, value: text.trim() };
  return READ.has(name) ? members : text.trim();
}
