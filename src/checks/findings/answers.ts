/** Findings as they are answered: with names and sentences of what the caller may see. */
import type { Language } from '../../core/i18n/messages.js';
import type { Database, Param, Row } from '../../database/database.js';
import { quote } from '../../database/dialect.js';
import { registry } from '../../engine/index.js';
import { titlesOfPart } from '../../openapi/locales/index.js';
import { inLanguage, type CheckTexts } from '../check.js';
import { SEVERITIES, type Severity } from '../severity.js';
import { sentenceIn } from '../sentences/index.js';
import { NOTES_OF, objectsIn, type EvidenceRows, type KeptEvidence } from './said.js';
import type { SeenKinds } from './visible.js';

export const STATES = ['open', 'accepted', 'gone'] as const;
export type FindingState = (typeof STATES)[number];

/** An object that proves a finding. */
export interface ProvingObject {
  type: string;
  id: number;
  name: string | null;
  /** What is said of it: minutes, a level, a word. */
  note?: string | number;
}

export interface Evidence {
  fields?: string[];
  objects?: ProvingObject[];
  values?: Readonly<Record<string, string | number>>;
  /** Rows that the query of the check gave for the object. */
  rows?: EvidenceRows;
  /** How many there are, where these are more than are told. */
  total?: { fields?: number; objects?: number };
}

export interface FindingAnswer {
  id: number;
  /** Key of the check. */
  check: string;
  severity: Severity;
  type: string;
  object_id: number;
  /** Of the object; null once it is gone. */
  name: string | null;
  state: FindingState;
  first_seen: string;
  gone_at: string | null;
  accepted_until: string | null;
  /** That its sentence tells of: when something ends, or since when it is so. */
  day: string | null;
  reopened: number;
  title: string;
  message: string;
  advice: string;
  evidence: Evidence;
  accepted_reason: string | null;
  /** The name of whoever accepted it, and when. */
  accepted_by: string | null;
  accepted_at: string | null;
}

const OBJECT = 'o';

/** What is read of each finding beside the columns of lists. */
export const TOLD =
  "f.`said`, f.`objects`, f.`accepted_reason`, f.`accepted_at`, COALESCE(NULLIF(u.`name`, ''), u.`login`) AS `accepted_by`, k.`texts`";

/** The answers of some rows. One statement for the names of all objects in them. */
export async function answersOf(
  rows: readonly Row[],
  seen: SeenKinds,
  database: Database,
  language: Language,
): Promise<FindingAnswer[]> {
  const proofs = rows.map((row) => objectsIn(row['objects'] as string | null));
  const wanted = new Map<string, Set<number>>();
  const want = (type: string, id: number): void => {
    const ids = wanted.get(type);
    if (ids) ids.add(id);
    else wanted.set(type, new Set([id]));
  };
  rows.forEach((row, i) => {
    want(String(row['type']), Number(row['object_id']));
    for (const { type, id } of proofs[i]!) want(type, id);
  });
  const names = await namesOf(wanted, seen, database);
  const { clock } = database;
  const time = (value: unknown): string | null => (value === null ? null : clock.toApi(String(value)));
  return rows.map((row, i) => {
    const [type, id] = [String(row['type']), Number(row['object_id'])];
    const said = JSON.parse(String(row['said'])) as KeptEvidence;
    // What others say of an object is told to those alone who may see all of these.
    const others = said.sentence && NOTES_OF[said.sentence];
    const isNoted = others === undefined || seen.isWhole(others);
    const objects = proofs[i]!.flatMap(({ note, ...one }): ProvingObject[] => {
      const name = names.get(`${one.type} ${one.id}`);
      return name === undefined ? [] : [{ ...one, name, ...(isNoted && note !== undefined && { note }) }];
    });
    const texts = JSON.parse(String(row['texts'])) as CheckTexts;
    const title = inLanguage(texts.titles, language);
    // That a column or link is empty is told to those alone from whom nothing is hidden that may stand there.
    const isTold = (name: string): boolean => {
      const target = targetOf(type, name);
      return target === undefined || seen.isWhole(target);
    };
    const fields = (said.fields ?? []).flatMap((either) => {
      const names = either.split('|');
      return names.every(isTold) ? [names[0]!] : [];
    });
    // Who sees part of a kind learns nothing of how many there are beside these.
    const total = seen.all ? said.total : undefined;
    const isProved = (objects.length > 0 || !proofs[i]!.length) && (fields.length > 0 || !said.fields?.length);
    const places = {
      values: said.values ?? {},
      fields: fields.map((name) => fieldTitle(type, name, language)),
      moreFields: Math.max(0, (total?.fields ?? 0) - (said.fields?.length ?? 0)),
      objects: objects.map(({ name, note, id: other }) => ({ name: name ?? String(other), note })),
      moreObjects: Math.max(0, (total?.objects ?? 0) - proofs[i]!.length),
    };
    return {
      ...{ id: Number(row['id']), check: String(row['check']), severity: SEVERITIES[Number(row['severity'])]! },
      ...{ type, object_id: id, name: names.get(`${type} ${id}`) ?? null, state: row['state'] as FindingState },
      ...{ first_seen: time(row['first_seen'])!, gone_at: time(row['gone_at']) },
      accepted_until: dayOf(row['accepted_until']),
      day: dayOf(said.values?.['day'] ?? null),
      reopened: Number(row['reopened']),
      title,
      // What proved it may be gone since the last run, or hidden.
      message: said.sentence && isProved ? sentenceIn(language, said.sentence, places) : title,
      advice: inLanguage(texts.advices, language),
      evidence: {
        ...(fields.length && { fields }),
        ...(objects.length && { objects }),
        ...(said.values && { values: said.values }),
        ...(said.rows && { rows: said.rows }),
        ...(total && { total }),
      },
      accepted_reason: row['accepted_reason'] as string | null,
      ...{ accepted_by: row['accepted_by'] as string | null, accepted_at: time(row['accepted_at']) },
    };
  });
}

const dayOf = (value: unknown): string | null => (value === null ? null : String(value).slice(0, 10));

/** The names of live objects that the caller may list, by type and id; null for those of kinds without a name. */
export async function namesOf(
  wanted: ReadonlyMap<string, ReadonlySet<number>>,
  seen: SeenKinds,
  database: Database,
): Promise<Map<string, string | null>> {
  const names = new Map<string, string | null>();
  const { dialect } = database;
  const kinds = seen.kinds().filter(({ path }) => wanted.has(path));
  if (!kinds.length) return names;
  const params: Param[] = [];
  const statements = kinds.map(({ path, table, label }, place) => {
    const live = seen.live(path, OBJECT);
    params.push([...wanted.get(path)!], ...live.params);
    const name = label === null ? 'NULL' : dialect.exactText(`${OBJECT}.${quote(label)}`);
    return (
      `SELECT ${place} AS place, ${OBJECT}.\`id\` AS id, ${name} AS name FROM ${quote(table)} ${OBJECT} ` +
      `WHERE ${dialect.isIn(`${OBJECT}.\`id\``)} AND ${live.sql}`
    );
  });
  for (const { place, id, name } of await database.all(statements.join(' UNION ALL '), params))
    names.set(`${kinds[Number(place)]!.path} ${Number(id)}`, name as string | null);
  return names;
}

/** Path of the kind to which a column or link of another leads; undefined where it holds values. */
function targetOf(path: string, name: string): string | undefined {
  const { fields, links } = registry.get(path);
  const link = links.find((one) => one.name === name);
  return link ? (link.items ? undefined : link.target) : fields.find((one) => one.name === name)?.ref?.target;
}

/** What people call a column or link of a kind. */
export function fieldTitle(path: string, name: string, language: Language): string {
  const { fields, links } = registry.get(path);
  const part = fields.find((one) => one.name === name) ?? links.find((one) => one.name === name);
  if (!part) return name;
  const titles = titlesOfPart(part);
  return titles[language] ?? titles.en;
}
