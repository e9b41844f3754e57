/** Objects that are there twice: by name within a kind, by serial number or hardware address among all hardware. */
import { quote } from '../../database/dialect.js';
import { registry } from '../../engine/index.js';
import { macsIn, serialOf } from '../../feed/identity/normal-forms.js';
import { mapKinds } from '../check.js';
import { MAX_EVIDENCE, type EvidenceObject, type Found } from '../findings/said.js';
import type { SentenceKey } from '../sentences/index.js';
import { breather, columnsOf, live, tableOf } from './parts.js';
import { portions, type Rule, type RuleReading } from './rule.js';

/** What a text of a column says of the thing itself, in its normal form. */
const IDENTITIES: ReadonlyArray<{
  by: string;
  column: string;
  read: (text: string) => string[];
  sentence: SentenceKey;
}> = [
  { by: 'serial', column: 'serial_number', read: (text) => [serialOf(text) ?? []].flat(), sentence: 'duplicateSerial' },
  { by: 'mac', column: 'mac_address', read: macsIn, sentence: 'duplicateMac' },
];

/** Kinds whose objects must differ in their names; existing maps may hold namesakes all the same. */
const isNamed = (path: string): boolean =>
  registry.get(path).fields.some(({ kind, rules }) => kind === 'name' && rules.uniqueLive);

export const duplicate: Rule = {
  name: 'duplicate',
  about: {
    en: 'Live objects of one kind with the same name, and hardware with the same serial number or MAC address (`by`); each names the others.',
    fr: 'Objets d’un même type qui portent le même nom, et matériels de même numéro de série ou adresse MAC (`by`)\u00a0; chacun nomme les autres.',
  },
  options: { by: { takes: 'words', allowed: ['name', 'serial', 'mac'], default: ['name', 'serial', 'mac'] } },
  kinds: () =>
    mapKinds().flatMap(({ path }) =>
      isNamed(path) || IDENTITIES.some(({ column }) => columnsOf(path, [column]).length) ? [path] : [],
    ),
  async *find(reading, { by }) {
    const wanted = by as string[];
    const reported = new Set<string>();
    for (const identity of IDENTITIES) {
      if (!wanted.includes(identity.by)) continue;
      for await (const found of byIdentity(reading, identity)) {
        const key = `${found.type} ${found.id}`;
        if (reported.has(key)) continue;
        reported.add(key);
        yield found;
      }
    }
    if (!wanted.includes('name')) return;
    for (const path of reading.kinds.filter(isNamed)) {
      for await (const found of byName(reading, path)) if (!reported.has(`${found.type} ${found.id}`)) yield found;
    }
  },
};

async function* byIdentity(
  reading: RuleReading,
  { column, read, sentence }: (typeof IDENTITIES)[number],
): AsyncIterable<Found> {
  const groups = new Map<string, EvidenceObject[]>();
  for (const path of duplicate.kinds().filter((one) => columnsOf(one, [column]).length)) {
    const name = `t.${quote(column)}`;
    const select =
      `SELECT t.\`id\`, ${name} AS text FROM ${tableOf(path)} t ` +
      `WHERE ${live(registry.get(path), 't')} AND ${name} IS NOT NULL AND ${name} <> ''`;
    for await (const { id, text } of portions(reading, select, [])) {
      for (const value of read(String(text))) {
        const group = groups.get(value);
        if (group) group.push({ type: path, id: Number(id) });
        else groups.set(value, [{ type: path, id: Number(id) }]);
      }
    }
  }
  for (const [value, group] of groups) {
    if (group.length > 1) yield* each(group, reading.kinds, { sentence, values: { value } });
  }
}

async function* byName({ all, database: { dialect } }: RuleReading, path: string): AsyncIterable<Found> {
  const resource = registry.get(path);
  const { name } = resource.fields.find(({ kind }) => kind === 'name')!;
  const key = (alias: string): string => dialect.ordered(`${alias}.${quote(name)}`);
  const rows = await all(
    `SELECT t.\`id\` AS id, k.name_key AS name_key FROM ${tableOf(path)} t JOIN (SELECT ${key('o')} AS name_key FROM ${tableOf(path)} o ` +
      `WHERE ${live(resource, 'o')} AND o.${quote(name)} <> '' GROUP BY ${key('o')} HAVING COUNT(*) > 1) k ON k.name_key = ${key('t')} ` +
      `WHERE ${live(resource, 't')} ORDER BY k.name_key, t.\`id\``,
  );
  const pause = breather();
  let group: EvidenceObject[] = [];
  let last: unknown;
  for (const row of rows) {
    if (row['name_key'] !== last && group.length) {
      yield* each(group, [path], { sentence: 'duplicateName' });
      group = [];
    }
    last = row['name_key'];
    group.push({ type: path, id: Number(row['id']) });
    await pause();
  }
  if (group.length) yield* each(group, [path], { sentence: 'duplicateName' });
}

/** A finding for each of a group, which names the first of the others; how many these are is known by the length. */
async function* each(
  group: readonly EvidenceObject[],
  kinds: readonly string[],
  said: Pick<Found, 'sentence' | 'values'>,
): AsyncIterable<Found> {
  const first = group.slice(0, MAX_EVIDENCE + 1);
  const pause = breather();
  for (const { type, id } of group) {
    if (!kinds.includes(type)) continue;
    const others = first.filter((one) => one.type !== type || one.id !== id).slice(0, MAX_EVIDENCE);
    yield {
      type,
      id,
      ...said,
      objects: others,
      ...(group.length - 1 > others.length && { objectsTotal: group.length - 1 }),
    };
    await pause();
  }
}
