/** What the report of completeness says of each view: its rows are views, each with the kinds below it. */
import type { Report } from 'meridian-client';
import type { Column, Kind, LinkSet } from '../api/kinds.js';
import type { Titles } from '../i18n/titles.js';

/** The levels of the report, from what matters most to everything. */
export const LEVELS = [1, 2, 3] as const;
export type Level = (typeof LEVELS)[number];

export interface Completeness {
  titles: Titles;
  hue: number;
  /** Complete objects of all, 0 to 1; null where there are none, or the level asks for nothing. */
  share: number | null;
  /** The kind in which most objects lack something; absent where nothing lacks. */
  weakest?: { kind: Kind; share: number; lack?: Lack };
}

/** What most objects of a kind lack: one of these fields, if there are several. */
export interface Lack {
  parts: ReadonlyArray<Column | LinkSet>;
  count: number;
}

/**
 * Views in the order of the report. Its words are English: kinds are known by their title, and a view is called as that of the
 * kinds below it.
 * @param sheet the first sheet, of shares; absent where the report is empty
 * @param lacking the second one: for each kind and level the fields that objects lack, the most frequent ones first
 */
export function completenessOf(
  sheet: Report['sheets'][number] | undefined,
  kinds: ReadonlyMap<string, Kind>,
  level: Level,
  lacking?: Report['sheets'][number],
): Completeness[] {
  const byTitle = new Map([...kinds.values()].map((kind) => [kind.titles.en, kind]));
  const sums = new Set(sheet?.sums);
  const views: Array<{ counts: Counts; kinds: Array<{ kind: Kind; counts: Counts }> }> = [];
  sheet?.rows.forEach((row, place) => {
    const counts = countsOf(row, level);
    const kind = byTitle.get(String(row[0]));
    if (sums.has(place)) views.push({ counts, kinds: [] });
    else if (kind) views.at(-1)?.kinds.push({ kind, counts });
  });
  return views.flatMap(({ counts, kinds: members }) => {
    const first = members[0]?.kind;
    if (!first) return [];
    const worst = members
      .filter((one) => one.counts.complete < one.counts.total)
      .sort((a, b) => b.counts.total - b.counts.complete - (a.counts.total - a.counts.complete))[0];
    const share = counts.total ? counts.complete / counts.total : null;
    const lack = worst && lackOf(lacking, worst.kind, level);
    const weakest = worst && {
      ...{ kind: worst.kind, share: worst.counts.complete / worst.counts.total },
      ...(lack && { lack }),
    };
    return [{ titles: first.view, hue: first.hue, share, ...(weakest && { weakest }) }];
  });
}

/** The kinds of which a level asks for something, in the order of the report. */
export const kindsAskedFor = (
  sheet: Report['sheets'][number] | undefined,
  kinds: ReadonlyMap<string, Kind>,
  level: Level,
): Kind[] => {
  const byTitle = new Map([...kinds.values()].map((kind) => [kind.titles.en, kind]));
  const sums = new Set(sheet?.sums);
  return (sheet?.rows ?? []).flatMap((row, place) => {
    const kind = byTitle.get(String(row[0]));
    return kind && !sums.has(place) && row[level * 3 - 1] !== null ? [kind] : [];
  });
};

/** What most objects of a kind lack, among all that the level asks for; its rows are kind, level, fields and number. */
function lackOf(sheet: Report['sheets'][number] | undefined, kind: Kind, level: Level): Lack | undefined {
  const known = [...kind.columns, ...kind.links];
  return sheet?.rows
    .filter(([title, asked]) => title === kind.titles.en && Number(asked) <= level)
    .map(([, , names, count]) => ({
      parts: String(names)
        .split('|')
        .flatMap((name) => known.find((part) => part.name === name) ?? []),
      count: Number(count),
    }))
    .filter(({ parts }) => parts.length > 0)
    .sort((a, b) => b.count - a.count)[0];
}

/** The table with the objects that lack it. */
export function addressOfLack({ path }: Kind, { parts }: Lack): string {
  const filters = parts.map((part) => {
    const linked = 'kind' in part ? part.include : part.name;
    return linked === undefined ? `filter[${part.name}_empty]=true` : `filter[${linked}_exists]=false`;
  });
  return `/objects/${path}?${filters.join('&')}`;
}

interface Counts {
  complete: number;
  total: number;
}

/** A row holds complete objects, all objects and their share for each level. */
const countsOf = (row: ReadonlyArray<string | number | boolean | null>, level: Level): Counts => ({
  complete: Number(row[level * 3 - 2] ?? 0),
  total: Number(row[level * 3 - 1] ?? 0),
});
