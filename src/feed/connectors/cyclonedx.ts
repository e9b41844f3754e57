/** What a program is made of: CycloneDX 1.2 to 1.7, in JSON or XML. */
import { bomOfXml } from './cyclonedx-xml.js';
import { notWhole, type Bytes, type LeftOut, type ReadOptions, type ReadResult } from './connector.js';
import { programOf, type Component } from './parts.js';
import { jsonFile, wholeOf } from './reading.js';
import { joined, listOf, member, textOf, within } from './values.js';

const KIND = 'cyclonedx';
const KIND_NAME = 'CycloneDX';
const [MIN, MAX] = ['1.2', '1.7'];
const VERSIONS = new Set([MIN, '1.3', '1.4', '1.5', '1.6', MAX]);
/** Parts that are no software. */
const LEFT_OUT = new Set(['file', 'data', 'device', 'machine-learning-model', 'cryptographic-asset']);

/** The application that the file is about, with a service that has all parts as its modules. */
export async function cyclonedx(bytes: Bytes, asked: ReadOptions): Promise<ReadResult> {
  const whole = await wholeOf(bytes);
  const isXml = /^(?:\uFEFF)?\s*</.test(whole.toString('utf8', 0, 200));
  const bom = isXml ? await bomOfXml(whole, KIND) : await jsonFile(whole, KIND);
  if (member(bom, 'bomFormat') !== KIND_NAME) throw notWhole(KIND);
  requireVersion(textOf(member(bom, 'specVersion')));
  const subject = within(bom, 'metadata', 'component');
  countOthers(bom, asked.leftOut);
  return programOf(subjectOf(subject), partsOf(bom, subject, asked.leftOut), asked);
}

/** Throws 400 for a version that is not read, by its name. */
function requireVersion(version: string | undefined): void {
  if (version === undefined) throw notWhole(KIND);
  if (VERSIONS.has(version)) return;
  const shown = version.slice(0, 20);
  const isOlder = /^(?:0\.\d+|1\.[01])$/.test(version);
  throw isOlder
    ? notWhole(KIND, 'feedVersionOld', { name: KIND_NAME, version: shown, min: MIN })
    : notWhole(KIND, 'feedVersionNew', { name: KIND_NAME, version: shown, max: MAX });
}

/** What a program calls is no part of it, and with what it was built neither. */
function countOthers(bom: unknown, leftOut: LeftOut | undefined): void {
  leftOut?.add('service', '', nested(member(bom, 'services'), 'services').length);
  const formulas = listOf(member(bom, 'formulation')).flatMap((one) => listOf(member(one, 'components')));
  leftOut?.add('kind', 'formulation', formulas.length);
}

/** Elements, and elements within them, in their order. */
function nested(list: unknown, name: string): unknown[] {
  return listOf(list).flatMap((one) => [one, ...nested(member(one, name), name)]);
}

function subjectOf(subject: unknown): Component | undefined {
  const component = componentOf(subject);
  return component && { ...component, vendor: vendorOf(subject) };
}

/** Parts, and parts of parts. The same one is often listed several times. */
function* partsOf(bom: unknown, subject: unknown, leftOut: LeftOut | undefined): Generator<Component> {
  for (const list of [member(bom, 'components'), member(subject, 'components')]) {
    for (const part of componentsIn(list)) {
      const type = textOf(member(part, 'type')) ?? '';
      const component = componentOf(part);
      if (LEFT_OUT.has(type)) leftOut?.add('kind', type);
      else if (!component) leftOut?.add('unnamed', type);
      else if (member(part, 'scope') === 'excluded') leftOut?.add('kind', `${type} (excluded)`);
      else yield component;
    }
  }
}

function* componentsIn(list: unknown): Generator<unknown> {
  for (const component of listOf(list)) {
    yield component;
    yield* componentsIn(member(component, 'components'));
  }
}

function componentOf(component: unknown): Component | undefined {
  const name = textOf(member(component, 'name'));
  if (name === undefined) return undefined;
  const cpe = textOf(member(component, 'cpe'));
  return {
    label: joined([textOf(member(component, 'group')), name], '/')!,
    name,
    version: textOf(member(component, 'version')),
    purl: textOf(member(component, 'purl')),
    upstream: upstreamOf(component),
    cpes: cpe === undefined ? [] : [cpe],
  };
}

const vendorOf = (component: unknown): string | undefined =>
  textOf(member(component, 'publisher')) ??
  textOf(within(component, 'supplier', 'name')) ??
  textOf(within(component, 'manufacturer', 'name')) ??
  textOf(member(component, 'group'));

/** What trivy says of packages of distributions beside their address. */
const BEFORE = 'aquasecurity:trivy:';

/** The source package, by which vulnerabilities are known, as addresses name it: `gcc-12@12.2.0-14`; undefined where none is said. */
function upstreamOf(component: unknown): string | undefined {
  const said = new Map(
    listOf(member(component, 'properties')).map((one) => [member(one, 'name'), textOf(member(one, 'value'))]),
  );
  const of = (name: string): string | undefined => said.get(BEFORE + name);
  const [name, version, epoch, release] = [of('SrcName'), of('SrcVersion'), of('SrcEpoch'), of('SrcRelease')];
  if (name === undefined || version === undefined) return name;
  const before = epoch === undefined || epoch === '0' ? '' : `${epoch}:`;
  return `${name}@${before}${version}${release === undefined ? '' : `-${release}`}`;
}
