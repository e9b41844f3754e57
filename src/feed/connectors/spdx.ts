/** What a program is made of: SPDX 2.2, 2.3 and 3.0 in JSON. */
import { notWhole, type Bytes, type LeftOut, type ReadOptions, type ReadResult } from './connector.js';
import { programOf, type Component } from './parts.js';
import { jsonFile, wholeOf } from './reading.js';
import { listOf, member, textOf } from './values.js';

const KIND = 'spdx';
const MAX = '3.0';
/** Parts that are no software, by what they are for. */
const LEFT_OUT = new Set(['file', 'data', 'device', 'model', 'archive file']);

/** The application that is described, with a service that has all packages as its modules. */
export async function spdx(bytes: Bytes, asked: ReadOptions): Promise<ReadResult> {
  const value = await jsonFile(await wholeOf(bytes), KIND);
  const document = 'spdxVersion' in Object(value) ? second(value, asked.leftOut) : third(value, asked.leftOut);
  const { subject, parts } = document;
  return programOf(subject, parts, asked);
}

/** What a document is about, and its parts without that. */
interface Document {
  subject: Component | undefined;
  parts: Component[];
}

/** The packages; the one that is described is the program, if it is one alone. */
function documentOf(
  packages: ReadonlyArray<readonly [id: unknown, element: unknown]>,
  described: ReadonlySet<unknown>,
  read: (element: unknown) => Component | undefined,
  purposeOf: (element: unknown) => string,
  leftOut: LeftOut | undefined,
): Document {
  const document: Document = { subject: undefined, parts: [] };
  for (const [id, element] of packages) {
    const purpose = purposeOf(element);
    const component = read(element);
    if (!component) leftOut?.add('unnamed', purpose);
    else if (described.size === 1 && described.has(id)) document.subject = component;
    else if (LEFT_OUT.has(purpose)) leftOut?.add('kind', purpose);
    else document.parts.push({ ...component, vendor: undefined });
  }
  return document;
}

/** Throws 400 for a version that is not read, by its name. */
function requireVersion(version: string | undefined, isRead: boolean): void {
  if (version === undefined) throw notWhole(KIND);
  if (isRead) return;
  const shown = version.slice(0, 20);
  throw /^(?:1|2\.[01])(?:\.|$)/.test(version)
    ? notWhole(KIND, 'feedVersionOld', { name: 'SPDX', version: shown, min: '2.2' })
    : notWhole(KIND, 'feedVersionNew', { name: 'SPDX', version: shown, max: MAX });
}

/** A name, unless it says that there is none. */
const saidIn = (value: unknown): string | undefined => {
  const text = textOf(value);
  return text === 'NOASSERTION' || text === 'NONE' ? undefined : text;
};

function second(value: unknown, leftOut: LeftOut | undefined): Document {
  const version = /^SPDX-(\S+)$/.exec(textOf(member(value, 'spdxVersion')) ?? '')?.[1];
  requireVersion(version, version === '2.2' || version === '2.3');
  leftOut?.add('kind', 'file', listOf(member(value, 'files')).length);
  const packages = listOf(member(value, 'packages')).map((one) => [member(one, 'SPDXID'), one] as const);
  return documentOf(packages, describedIn(value), secondComponent, secondPurpose, leftOut);
}

/** The ids of what the document says that it describes. */
function describedIn(value: unknown): Set<unknown> {
  const own = member(value, 'SPDXID') ?? 'SPDXRef-DOCUMENT';
  const related = listOf(member(value, 'relationships')).flatMap((one) => {
    const [from, to] = [member(one, 'spdxElementId'), member(one, 'relatedSpdxElement')];
    const type = member(one, 'relationshipType');
    if (type === 'DESCRIBES' && from === own) return [to];
    return type === 'DESCRIBED_BY' && to === own ? [from] : [];
  });
  return new Set([...listOf(member(value, 'documentDescribes')), ...related]);
}

const secondPurpose = (element: unknown): string =>
  textOf(member(element, 'primaryPackagePurpose'))?.toLowerCase().replaceAll('-', ' ') ?? 'package';

function secondComponent(element: unknown): Component | undefined {
  const name = saidIn(member(element, 'name'));
  if (name === undefined) return undefined;
  const references = listOf(member(element, 'externalRefs'));
  const of = (type: RegExp): string[] =>
    references.flatMap((one) =>
      type.test(textOf(member(one, 'referenceType')) ?? '') ? (saidIn(member(one, 'referenceLocator')) ?? []) : [],
    );
  return {
    ...{ label: name, name, version: saidIn(member(element, 'versionInfo')) },
    vendor: makerOf(member(element, 'supplier')) ?? makerOf(member(element, 'originator')),
    purl: of(/(?:^|[/#])purl$/)[0],
    cpes: of(/(?:^|[/#])cpe2[23]Type$/),
  };
}

/** `Organization: Acme (mail@acme.example)` */
const makerOf = (value: unknown): string | undefined =>
  saidIn(value)
    ?.replace(/^(?:Organization|Person|Tool):/, '')
    .replace(/\([^()]*\)\s*$/, '')
    .trim() || undefined;

/** Types of elements that have no part in what is made: who said it, how it hangs together. */
const SOFTWARE = 'software_Package';
const OTHERS: ReadonlyMap<string, string> = new Map([
  ['software_File', 'file'],
  ['software_Snippet', 'snippet'],
  ['ai_AIPackage', 'model'],
  ['dataset_DatasetPackage', 'data'],
]);
/** Elements that a document may be a list of, one within the other. */
const MAX_STEPS = 10;

function third(value: unknown, leftOut: LeftOut | undefined): Document {
  const graph = listOf(member(value, '@graph'));
  const context = [member(value, '@context')].flat().map((one) => textOf(one) ?? '');
  const said = context.map((one) => /spdx\.org\/rdf\/(?:v)?(\d[\d.]{0,10})\//.exec(one)?.[1]).find((one) => one !== undefined); // prettier-ignore
  const version =
    said ??
    textOf(
      member(
        graph.find((one) => member(one, 'type') === 'CreationInfo'),
        'specVersion',
      ),
    );
  requireVersion(version, /^3\.0(?:\.\d+)?$/.test(version ?? ''));
  const byId = new Map(graph.map((one) => [member(one, 'spdxId'), one]));
  const packages: Array<readonly [unknown, unknown]> = [];
  for (const [id, element] of byId) {
    const type = textOf(member(element, 'type')) ?? '';
    if (type === SOFTWARE) packages.push([id, element]);
    else if (OTHERS.has(type)) leftOut?.add('kind', OTHERS.get(type)!);
  }
  const read = (element: unknown): Component | undefined => thirdComponent(element, byId);
  return documentOf(packages, rootsOf(graph, byId), read, thirdPurpose, leftOut);
}

type Elements = ReadonlyMap<unknown, unknown>;

/** The packages that are the root of the document, or of the list that is its root. */
function rootsOf(graph: readonly unknown[], byId: Elements): Set<unknown> {
  const documents = graph.filter((one) => member(one, 'type') === 'SpdxDocument');
  let ids = documents.flatMap((one) => listOf(member(one, 'rootElement')));
  for (let step = 0; step < MAX_STEPS; step++) {
    const next = ids.flatMap((id) => {
      const inner = listOf(member(byId.get(id), 'rootElement'));
      return inner.length ? inner : [id];
    });
    ids = [...new Set(next)];
  }
  return new Set(ids);
}

const thirdPurpose = (element: unknown): string => {
  const purpose = textOf(member(element, 'software_primaryPurpose')) ?? 'package';
  return purpose.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
};

function thirdComponent(element: unknown, byId: Elements): Component | undefined {
  const name = saidIn(member(element, 'name'));
  if (name === undefined) return undefined;
  const identifiers = listOf(member(element, 'externalIdentifier'));
  const of = (type: RegExp): string[] =>
    identifiers.flatMap((one) =>
      type.test(textOf(member(one, 'externalIdentifierType')) ?? '') ? (saidIn(member(one, 'identifier')) ?? []) : [],
    );
  return {
    ...{ label: name, name, version: saidIn(member(element, 'software_packageVersion')) },
    vendor: saidIn(member(byId.get(member(element, 'suppliedBy')), 'name')),
    purl: saidIn(member(element, 'software_packageUrl')) ?? of(/^packageUrl$/i)[0],
    cpes: of(/^cpe2[23]$/),
  };
}
