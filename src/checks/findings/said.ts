/** What a finding says of its object: a sentence of the catalogue with what stands in its places, and what proves it. */
import type { Scalar } from '../../database/database.js';
import type { SentenceKey } from '../sentences/index.js';

/** Most fields, objects and rows that prove one finding. */
export const MAX_EVIDENCE = 20;

/** Another object that proves a finding; `note`: what is said of it beside its name. */
export interface EvidenceObject {
  type: string;
  id: number;
  note?: string | number;
}

/** Kinds of whose objects the notes of a sentence are, where these are not of the objects beside which they stand. */
export const NOTES_OF: Readonly<Partial<Record<SentenceKey, string>>> = { backupsTooRare: 'backups' };

/** Rows that a query gave for its object. */
export interface EvidenceRows {
  columns: string[];
  rows: Scalar[][];
  /** How many there are. */
  total: number;
}

/** What was found of one object. */
export interface Found {
  /** Path of its kind. */
  type: string;
  id: number;
  /** Left out where the title of the check says it all. */
  sentence?: SentenceKey;
  values?: Readonly<Record<string, string | number>>;
  /** Names of own columns and links that matter; of several of which any would do, `a|b`, the first stands for all. */
  fields?: readonly string[];
  objects?: readonly EvidenceObject[];
  /** How many there are, where `objects` are but the first. */
  objectsTotal?: number;
  rows?: EvidenceRows;
}

/** As stored beside the objects; numbers of all where that is more than is kept. */
export interface KeptEvidence {
  sentence?: SentenceKey;
  values?: Readonly<Record<string, string | number>>;
  fields?: readonly string[];
  rows?: EvidenceRows;
  total?: { fields?: number; objects?: number };
}

/** The texts of a finding in its row: the same for the same finding. */
export function storedOf({ sentence, values, fields, objects, objectsTotal, rows }: Found): {
  said: string;
  objects: string | null;
} {
  const total = {
    ...(fields && fields.length > MAX_EVIDENCE && { fields: fields.length }),
    ...(objects &&
      Math.max(objects.length, objectsTotal ?? 0) > MAX_EVIDENCE && {
        objects: Math.max(objects.length, objectsTotal ?? 0),
      }),
  };
  const said: KeptEvidence = {
    ...(sentence && { sentence }),
    ...(values && { values }),
    ...(fields?.length && { fields: fields.slice(0, MAX_EVIDENCE) }),
    ...(rows && { rows: { ...rows, rows: rows.rows.slice(0, MAX_EVIDENCE) } }),
    ...(Object.keys(total).length && { total }),
  };
  const kept = (objects ?? []).slice(0, MAX_EVIDENCE);
  return {
    said: JSON.stringify(said),
    objects: kept.length
      ? JSON.stringify(kept.map(({ type, id, note }) => (note === undefined ? [type, id] : [type, id, note])))
      : null,
  };
}

/** The objects in a row of a finding. */
export const objectsIn = (stored: string | null): EvidenceObject[] =>
  ((JSON.parse(stored ?? '[]') as Array<[string, number, (string | number)?]>) ?? []).map(([type, id, note]) => ({
    ...{ type, id },
    ...(note !== undefined && { note }),
  }));
