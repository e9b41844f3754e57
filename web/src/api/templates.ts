/** Templates as pages read them, and the requests that fill them. */
import { Download } from 'meridian-client';
import type { Kind } from './kinds.js';
import type { MapOfKinds } from './map.js';
import { client } from './session.js';

export const TEMPLATES = '/api/templates';

/** Filters of a list by their names. */
type FiltersByName = Readonly<Record<string, string | readonly string[]>>;

/** What a template lists: one of the three is there. */
export interface TemplateSource {
  type: string | null;
  query: number | null;
  report: string | null;
}

export interface Template extends TemplateSource {
  /** The key of one that came with the release. */
  id: number | string;
  name: string;
  about: string | null;
  kind: 'text' | 'workbook';
  filter: FiltersByName;
  sort: string | null;
  include: string | null;
  /** Where it is read alone: the text; null of a workbook. */
  body?: string | null;
  content_type: string;
  file_name: string;
  shared: boolean;
  shipped: boolean;
  owner: { id: number; name: string | null } | null;
  updated_at?: string | null;
}

/** The request that fills a template; `query`: filters on top, as a list takes them. */
export const fillPath = ({ id }: Pick<Template, 'id'>, query = ''): string =>
  `${TEMPLATES}/${id}/fill${query && `?${query}`}`;

/** Filters under the names of a form or a query; several of one name all hold. */
const filterFields = (filter: FiltersByName): Array<[name: string, value: string]> =>
  Object.entries(filter).flatMap(([name, values]) =>
    typeof values === 'string'
      ? [[`filter[${name}]`, values] as [string, string]]
      : values.map((value): [string, string] => [`filter[${name}][]`, value]),
  );

/** Filters as a part of a query. */
export const filterQuery = (filter: FiltersByName): string =>
  filterFields(filter)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');

/** What is sent of a template with a workbook; what is null is sent as empty, but for where it lists from. */
export function workbookForm({ filter, ...fields }: Partial<Template>, file: Blob | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    const isSource = name === 'type' || name === 'query' || name === 'report';
    if (!(isSource && value === null)) form.append(name, value === null ? '' : String(value as string));
  }
  const filters = filter && filterFields(filter);
  if (filters?.length === 0) form.append('filter', '');
  for (const [name, value] of filters ?? []) form.append(name, value);
  if (file) form.append('file', file, file instanceof File ? file.name : 'workbook.xlsx');
  return form;
}

/** The workbook of a template, as it was sent. Throws as the client does. */
export const workbookOf = async ({ id }: Pick<Template, 'id'>): Promise<Blob> =>
  new Download(await client().send('GET', `${TEMPLATES}/${id}/file`, { headers: { accept: '*/*' } })).blob();

/** The name of a file as it is today. */
export const fileNameOf = ({ file_name: name }: Pick<Template, 'file_name'>): string =>
  name.replace(/\{\{ ?today ?\}\}/g, new Intl.DateTimeFormat('en-CA').format(new Date()));

/** Whether templates list objects of a kind, and the reader may. */
export const isListed = ({ rights, description }: MapOfKinds, { path, tag }: Kind): boolean =>
  rights.mayList(tag) && (description.openapi.paths[TEMPLATES]?.get?.['x-kinds']?.includes(path) ?? false);
