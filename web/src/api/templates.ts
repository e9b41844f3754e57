/** Templates as pages read them, and the requests that fill them. */
import type { Kind } from './kinds.js';
import type { MapOfKinds } from './map.js';

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
  /** Of a text, where it is read alone. */
  body?: string;
  content_type: string;
  file_name: string;
  shared: boolean;
  shipped: boolean;
  owner: { id: number; name: string | null } | null;
}

/** The request that fills a template; `query`: filters on top, as a list takes them. */
export const fillPath = ({ id }: Pick<Template, 'id'>, query = ''): string =>
  `${TEMPLATES}/${id}/fill${query && `?${query}`}`;

/** Filters as a part of a query. */
export const filterQuery = (filter: FiltersByName): string =>
  Object.entries(filter)
    .flatMap(([name, values]) => [values].flat().map((value) => `filter[${name}]=${encodeURIComponent(value)}`))
    .join('&');

/** The name of a file as it is today. */
export const fileNameOf = ({ file_name: name }: Pick<Template, 'file_name'>): string =>
  name.replace(/\{\{ ?today ?\}\}/g, new Intl.DateTimeFormat('en-CA').format(new Date()));

/** Whether templates list objects of a kind, and the reader may. */
export const isListed = ({ rights, description }: MapOfKinds, { path, tag }: Kind): boolean =>
  rights.mayList(tag) && (description.openapi.paths[TEMPLATES]?.get?.['x-kinds']?.includes(path) ?? false);
