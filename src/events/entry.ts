/** An entry of the journal that is a change of an object, read back from its row. */
import { WHOLE } from '../audit/audit-row.js';
import { wholeTexts } from '../audit/whole-texts.js';
import type { Row, Scalar, Session } from '../database/database.js';
import type { Dialect } from '../database/dialect.js';
import { registry, type ResourceModel } from '../engine/index.js';

/** What happened to an object, as it is told; in the journal a merge is a word of its own, for readers a change as any other. */
export type Action = 'created' | 'updated' | 'deleted' | 'restored';
export const ACTIONS: readonly Action[] = ['created', 'updated', 'deleted', 'restored'];

/** What the journal holds of a change (`audit/audit-journal.ts`); columns and sets are as stored. */
export interface Facts {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
  /** Milliseconds since 1970. */
  at: number;
  via: string;
  transaction: string;
  auth: string;
  request_id?: string;
  reason?: string;
  traceparent?: string;
  feed?: unknown;
  /** Of a write from outside: between which looks it was made. */
  between?: readonly [string, string];
  updated_at?: readonly [Scalar, Scalar];
  created_at?: Scalar;
  row?: Record<string, unknown>;
  /** Columns and links of which something was taken out of the journal. */
  redacted?: readonly string[];
  links?: Record<string, unknown>;
  /** Where the entry stands whole: what is here was cut. */
  [WHOLE]?: string;
}

export interface Entry {
  id: number;
  resource: ResourceModel;
  objectId: number;
  action: Action;
  userId: number | null;
  facts: Facts;
  /** Of its text in the journal, as far as it was read. */
  characters: number;
}

/** The columns that `entryOf` reads, of the table under `alias`. */
export const entryColumns = (alias: string): string =>
  ['id', 'description', 'subject_type', 'subject_id', 'user_id', 'properties']
    .map((name) => `${alias}.\`${name}\``)
    .join(', ');

/** Paths by the class of the older application; what a kind is, the registry says at the moment. */
let byType: ReadonlyMap<string, string> | undefined;

/** Undefined for a row that is no change of an object that there is a type for. */
export function entryOf(row: Row): Entry | undefined {
  byType ??= new Map(registry.all().map(({ polymorphicType, path }) => [polymorphicType, path]));
  const path = byType.get(String(row['subject_type']));
  const facts = factsIn(row['properties']);
  if (path === undefined || !facts) return undefined;
  const resource = registry.get(path);
  const description = String(row['description']);
  return {
    id: Number(row['id']),
    resource,
    objectId: Number(row['subject_id']),
    action: ACTIONS.find((one) => one === description) ?? 'updated',
    userId: row['user_id'] === null ? null : Number(row['user_id']),
    facts: renamed(facts, resource),
    characters: String(row['properties']).length,
  };
}

/** Columns that the older application has renamed since stand in entries of before under their former names. */
function renamed(facts: Facts, { fields }: ResourceModel): Facts {
  const { before, after, row } = facts;
  for (const { name, known } of fields)
    if (known !== undefined)
      for (const side of [before, after, row])
        if (side && known in side && !(name in side)) {
          side[name] = side[known];
          delete side[known];
        }
  return facts;
}

function factsIn(text: unknown): Facts | undefined {
  try {
    const facts = JSON.parse(String(text)) as Partial<Facts> | null;
    return facts?.before && facts.after && typeof facts.at === 'number' ? (facts as Facts) : undefined;
  } catch {
    return undefined;
  }
}

/** Puts the whole in place of what was cut. At most one statement. */
export async function makeWhole(
  entries: readonly Entry[],
  session: Pick<Session, 'all'>,
  dialect: Dialect,
): Promise<void> {
  const cut = new Map(entries.flatMap((entry) => (entry.facts[WHOLE] ? [[entry.facts[WHOLE], entry]] : [])));
  if (!cut.size) return;
  const texts = await wholeTexts([...cut.keys()], session, dialect);
  for (const [key, text] of texts) {
    const entry = cut.get(key)!;
    entry.facts = renamed(JSON.parse(text) as Facts, entry.resource);
    entry.characters = text.length;
  }
}
