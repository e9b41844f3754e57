/** What a request asks of the map report: its granularity and its views. */
import { ApiError } from '../../core/http/errors.js';
import type { ReportRun } from '../report-run.js';

/** 1 to 3: what the request says, else the caller's own, else everything. Throws 400 for anything else. */
export async function granularityOf(run: ReportRun): Promise<number> {
  const { granularity } = run.query;
  if (granularity === undefined || granularity === '') {
    const own = await run.granularity();
    return own !== null && own >= 1 && own <= 3 ? own : 3;
  }
  if (typeof granularity === 'string' && /^[123]$/.test(granularity)) return Number(granularity);
  throw new ApiError(400, 'wantsBetween', { name: 'granularity', min: 1, max: 3 });
}

/** The numbers of the views that are asked for, by `vues[]`, `vues` or `views`; all of them if none is. Throws 400. */
export function viewsOf({ query }: ReportRun): ReadonlySet<number> {
  const asked = ['vues', 'vues[]', 'views', 'views[]'].flatMap((name) => partsOf(query[name]));
  for (const view of asked) {
    if (!/^[1-6]$/.test(view)) throw new ApiError(400, 'wantsBetween', { name: 'vues', min: 1, max: 6 });
  }
  return new Set(asked.length ? asked.map(Number) : [1, 2, 3, 4, 5, 6]);
}

/** `1,2`, or a list, or an object with numbered keys, as forms are read. */
function partsOf(value: unknown): string[] {
  if (value === undefined || value === null || value === '') return [];
  if (typeof value === 'object') return Object.values(value).flatMap(partsOf);
  return String(value)
    .split(',')
    .map((part) => part.trim());
}
