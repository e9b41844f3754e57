/** The reports that the reader may run, with their parameters, as the API's description has them. */
import type { MapOfKinds } from './map.js';
import type { Parameter, ReportFacts } from './openapi.js';
import { csvDialect } from './download.js';

const PATH = '/api/report/{name}';

/** The reports that there are, whether or not the reader may run them. */
export const reportsOf = ({ description }: Pick<MapOfKinds, 'description'>): readonly ReportFacts[] =>
  description.openapi.paths[PATH]?.get?.['x-reports'] ?? [];

/** The reports for which the reader has the rights, in the order of the description. */
export function reportsFor(map: MapOfKinds): readonly ReportFacts[] {
  const { rights, kinds } = map;
  if (!rights.has('reports_access')) return [];
  const mayList = (path: string): boolean => {
    const kind = kinds.get(path);
    return kind !== undefined && rights.mayList(kind.tag);
  };
  return reportsOf(map).filter((report) => report.kinds.every(mayList));
}

/** The parameters of a report that people choose. */
export function parametersOf(
  { description }: MapOfKinds,
  { parameters }: Pick<ReportFacts, 'parameters'>,
): readonly Parameter[] {
  const known = description.openapi.paths[PATH]?.get?.parameters ?? [];
  return parameters.flatMap((name) => known.find((one) => one.name === name) ?? []);
}

/** The request for a report as JSON, or for its file: spreadsheets need the mark by which they know the encoding of CSV. */
export function reportRequest(name: string, query: Readonly<Record<string, string>>): string {
  const dialect: Readonly<Record<string, string>> = query['format'] === 'csv' ? csvDialect() : {};
  const asked = Object.entries({ ...query, ...dialect }).filter(([, value]) => value !== '');
  const text = asked.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');
  return `/api/report/${encodeURIComponent(name)}${text && `?${text}`}`;
}
