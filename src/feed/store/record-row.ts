/** What a source said of an object, as a row of `own_feed_records`. */
import type { Row, Scalar } from '../../database/database.js';
import type { FeedRecord, ClaimValue } from '../plan/map-view.js';

/** The columns from which a record is read. */
export const RECORD_COLUMNS = [
  ...['id', 'source_id', 'ref', 'object_id', 'scopes', 'digest', 'says', 'leaves', 'kept', 'marked', 'created'],
  ...['observed_at', 'last_seen', 'last_run', 'missing_since', 'missing_runs'],
]
  .map((name) => `\`${name}\``)
  .join(', ');

/**
 * Reads a row. `source`: the name of its source, `type`: the path of its object's resource, `reader`: the name of the source whose
 * document is planned. Where the row tells that a person deleted the object (`deleted_by_hand`), no feed did.
 */
export function recordOf(row: Row, source: string, type: string, reader: string): FeedRecord {
  const marked = marksOf(row);
  return {
    source,
    type,
    ref: row['ref'] as string,
    id: Number(row['object_id']),
    scopes: parsed<string[]>(row['scopes'], []),
    digest: row['digest'] as string,
    says: parsed<Record<string, ClaimValue>>(row['says'], {}),
    leaves: parsed<Record<string, ClaimValue>>(row['leaves'], {}),
    kept: parsed<string[]>(row['kept'], []),
    marked: { ...marked, deleted: marked.deleted && !Number(row['deleted_by_hand']) },
    created: Number(row['created']) === 1,
    observedAt: (row['observed_at'] as string | null) ?? null,
    missing: row['missing_since'] !== null,
    missingRuns: Number(row['missing_runs']),
    state: stateOf(source, row, reader),
  };
}

/**
 * Tells one state of a record from another: it moves with each run that changes the record. Where it is the reader's own it moves
 * with each delta, too, that reports the object as it was; that a full run has reported it is told by its scope.
 */
export const stateOf = (source: string, row: Row, reader: string): string =>
  `${source} ${Number(row['last_run'])}${source === reader ? ` ${String(row['last_seen'])}` : ''} ${row['ref'] as string}`;

/** What the column `marked` holds of a record whose source guessed the kind, as SQL finds it. */
export const GUESS_LIKE = '%"guess":true%';

/** What `marked` of a record is as its column has it. */
export function markedText({ fields, deleted, guess, own }: FeedRecord['marked']): string | null {
  const isMarked = deleted || guess || own !== undefined || Object.keys(fields).length > 0;
  if (!isMarked) return null;
  return JSON.stringify({ fields, ...(deleted && { deleted }), ...(guess && { guess }), ...(own && { own }) });
}

/** The marks of a record's row (its column `marked`); what the column leaves out is empty. Its counterpart is `markedText`. */
export function marksOf(row: Row): FeedRecord['marked'] {
  const marked = parsed<Partial<FeedRecord['marked']>>(row['marked'], {});
  return {
    fields: marked.fields ?? {},
    deleted: marked.deleted === true,
    ...(marked.guess && { guess: true }),
    ...(marked.own && { own: marked.own }),
  };
}

function parsed<T>(text: Scalar | undefined, otherwise: T): T {
  return text === null || text === undefined ? otherwise : (JSON.parse(String(text)) as T);
}
