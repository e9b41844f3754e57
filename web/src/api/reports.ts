/** The reports that the reader may run, with their parameters, as the API's description has them. */
import type { MapOfKinds } from './map.js';
import type { Parameter, ReportFacts } from './openapi.js';

const PATH = '/api/report/{name}';

/** The reports for which the reader has the rights, in the order of the description. */
export function reportsFor({ description, rights, kinds }: MapOfKinds): readonly ReportFacts[] {
  if (!rights.has('reports_access')) return [];
  const all = description.openapi.paths[PATH]?.get?.['x-reports'] ?? [];
  const mayList = (path: string): boolean => {
    const kind = kinds.get(path);
    return kind !== undefined && rights.mayList(kind.tag);
  };
  return all.filter((report) => report.kinds.every(mayList));
}

/** The parameters of a report that people choose. */
export function parametersOf(
  { description }: MapOfKinds,
  { parameters }: Pick<ReportFacts, 'parameters'>,
): readonly Parameter[] {
  const known = description.openapi.paths[PATH]?.get?.parameters ?? [];
  return parameters.flatMap((name) => known.find((one) => one.name === name) ?? []);
}

/** The request for a report. */
export function reportRequest(name: string, query: Readonly<Record<string, string>>): string {
  const asked = Object.entries(query).filter(([, value]) => value !== '');
  const text = asked.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&');
  return `/api/report/${encodeURIComponent(name)}${text && `?${text}`}`;
}
