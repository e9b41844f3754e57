/** A template by its row, or by what came with the release (templates 1). */
import type { KindName } from '../core/http/errors.js';
import type { Row } from '../database/database.js';
import type { ResourceModel } from '../engine/index.js';

/** Where a template's data comes from: one of the three, the others are null. */
export interface Source {
  /** The path of the kind of its objects. */
  type: string | null;
  /** The id of a stored query. */
  query: number | null;
  /** The name of a report. */
  report: string | null;
}

/** What a template lists: as the parameters of a list. Of a report, `filter` holds its parameters. */
export interface Lists {
  filter: Readonly<Record<string, string | string[]>>;
  sort: string | null;
  include: string | null;
}

/** Whether templates list objects of a kind: those of the map. */
export const isListed = ({ view, owner, readOnly }: ResourceModel): boolean =>
  view !== 'configuration' && !owner && !readOnly;

/** What a template makes. */
export const KINDS = ['text', 'workbook'] as const;
export type TemplateKind = (typeof KINDS)[number];

/** What a template is, wherever it is kept. */
export interface TemplateText extends Source {
  name: string;
  about: string | null;
  kind: TemplateKind;
  lists: Lists;
  /** The text; of a workbook its file, in base64. */
  body: string;
  contentType: string;
  fileName: string;
}

/** A template as it is stored, or came: then `id` is its key and nobody owns it. */
export interface Template extends TemplateText {
  id: number | string;
  ownerId: number | null;
  owner: string | null;
  shared: boolean;
  shipped: boolean;
  createdAt: string | null;
  updatedAt: string | null;
}

export const TEMPLATES: KindName = {
  path: 'templates',
  titles: { en: ['Template', 'Templates'], fr: ['Modèle', 'Modèles'] },
};

const COLUMNS = ['id', 'owner_id', 'name', 'about', 'kind', 'type', 'lists', 'content_type', 'file_name', 'shared'];
const selectOf = (columns: readonly string[]): string =>
  `SELECT ${[...COLUMNS, ...columns].map((name) => `t.\`${name}\``).join(', ')}, ` +
  "COALESCE(NULLIF(u.`name`, ''), u.`login`) AS owner FROM `own_templates` t LEFT JOIN `users` u ON u.`id` = t.`owner_id`";

/** Their rows, without and with the text. */
export const SELECT_LISTED = selectOf(['created_at', 'updated_at']);
export const SELECT_WHOLE = selectOf(['created_at', 'updated_at', 'body']);

/** What `lists` holds of a row: beside the parameters of a list the query or report that stands in place of a kind. */
type StoredLists = Lists & Partial<Pick<Source, 'query' | 'report'>>;

/** The columns of where a template's data comes from. */
export const storedSource = ({ type, query, report, lists }: Source & { lists: Lists }) => ({
  type,
  lists: JSON.stringify({ ...lists, ...(query !== null && { query }), ...(report !== null && { report }) }),
});

function sourceOf(row: Row): Source & { lists: Lists } {
  const { query = null, report = null, ...lists } = JSON.parse(String(row['lists'])) as StoredLists;
  return { type: row['type'] as string | null, query, report, lists };
}

export const templateOf = (row: Row): Template => ({
  ...{ id: Number(row['id']), ownerId: row['owner_id'] as number | null, owner: row['owner'] as string | null },
  ...{ name: String(row['name']), about: row['about'] as string | null, kind: row['kind'] as TemplateKind },
  ...sourceOf(row),
  ...{ body: String(row['body'] ?? ''), contentType: String(row['content_type']) },
  ...{ fileName: String(row['file_name']), shared: Boolean(Number(row['shared'])), shipped: false },
  ...{ createdAt: row['created_at'] as string, updatedAt: row['updated_at'] as string },
});
