/**
 * Takes an import back. What the rows change is exported before, as a file that is made to be imported again: that puts the former
 * values back, and in the same transaction deletes what was made, since a row of an id alone deletes.
 */
import type { ImportedRow } from 'meridian-client';
import { readBeginning, exportPath } from '../api/download.js';
import type { Kind } from '../api/kinds.js';
import type { MapOfKinds } from '../api/map.js';
import { tried } from '../api/send.js';
import { client } from '../api/session.js';
import type { Undo } from '../app/notice.js';
import { t } from '../i18n/index.js';
import { workOf, type Plan } from './plan.js';

/** Ids in one address, and bytes of a file that is kept for it. */
const [MOST_IDS, MOST_BYTES] = [500, 8_000_000];

/** The objects of these ids as a file; undefined where that would be too large, or cannot be had. */
async function fileOf(kind: Kind, ids: readonly number[]): Promise<string | undefined> {
  if (!ids.length) return 'id\r\n';
  if (ids.length > MOST_IDS) return undefined;
  const path = exportPath(kind.path, 'csv', `&filter[id_in]=${ids.join()}`);
  const read = await readBeginning(path, MOST_BYTES, new AbortController().signal).catch(() => undefined);
  return read?.isWhole ? read.text : undefined;
}

const idsOf = (rows: readonly ImportedRow[], action: ImportedRow['action']): number[] =>
  rows.flatMap((row) => (row.action === action && row.id !== null ? [row.id] : []));

/** What is kept of the objects before a file changes them; undefined where the import could not be taken back. */
export async function beforeImport(map: MapOfKinds, kind: Kind, plan: Plan): Promise<string | undefined> {
  const { rights } = map;
  if (workOf(plan) > plan.rows.length) return undefined;
  const isKept = kind.columns.some(({ name }) => name === 'deleted_at');
  if (plan.deleted > 0 && !(isKept && rights.may('edit', kind.tag) && rights.may('delete', kind.tag))) return undefined;
  if (plan.created > 0 && !rights.may('delete', kind.tag)) return undefined;
  if (plan.updated > 0 && !rights.mayList(kind.tag)) return undefined;
  return fileOf(kind, idsOf(plan.rows, 'updated'));
}

/** How what these rows did is taken back; undefined where it cannot be. What somebody changed since is left as it is, and nothing is done then. */
export async function undoOfImport(
  kind: Kind,
  rows: readonly ImportedRow[],
  before: string | undefined,
  to: string,
): Promise<Undo | undefined> {
  const [created, updated, deleted] = [idsOf(rows, 'created'), idsOf(rows, 'updated'), idsOf(rows, 'deleted')];
  const after = before === undefined ? undefined : await fileOf(kind, updated);
  if (before === undefined || after === undefined) return undefined;
  const send: Undo['send'] = async () => {
    const now = await fileOf(kind, updated);
    if (now === undefined) return { status: 503, body: { message: t('server.away') } };
    if (now !== after) return { status: 409, body: { message: t('import.undo.changed') } };
    if (created.length || updated.length) {
      const refused = await importAgain(kind, before, created);
      if (refused) return refused;
    }
    if (!deleted.length) return { status: 200, body: null };
    // Last: what was made may have taken their names.
    return tried({ method: 'POST', path: `/api/${kind.path}/mass-restore`, body: { ids: deleted } });
  };
  return { path: '', send, to, label: t('import.undo'), sentence: t('import.undone', { count: rows.length }) };
}

/** Imports what was exported before, and deletes the objects of these ids; gives the refusal, if it is one. */
async function importAgain(
  kind: Kind,
  before: string,
  created: readonly number[],
): Promise<{ status: number; body: unknown } | undefined> {
  const columns = before.slice(0, before.search(/\r?\n/)).split(',').length;
  const bare = created.map((id) => `${id}${','.repeat(columns - 1)}\r\n`).join('');
  const data = new Blob([before.replace(/\r?\n?$/, '\r\n'), bare]);
  try {
    await client()
      .resource(kind.path)
      .import({ data, name: `${kind.path}.csv` }, { sep: ',' });
    return undefined;
  } catch (error) {
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): { status: number; body: unknown } {
  const { status, problem } = error as { status?: number; problem?: unknown };
  return status === undefined ? { status: 503, body: { message: t('server.away') } } : { status, body: problem };
}
