/** What documents show beside the workbook: kinds without a sheet, and all that the page of an object shows. */
import type { Language } from '../../core/i18n/messages.js';
import { registry, type ResourceModel } from '../../engine/index.js';
import { codeWord } from '../../map/code-words.js';
import { VIEW_TITLES } from '../../map/views.js';
import { memberTitles } from '../../openapi/locales/index.js';
import type { LocalizedText } from '../locales/index.js';
import {
  day,
  html,
  links,
  minutes,
  number,
  ref,
  text,
  worked,
  yesNo,
  type MapField,
  type MapType,
  type MapView,
} from './fields.js';
import { VIEWS } from './views/index.js';

type Field = ResourceModel['fields'][number];

/** The views of the map (folders of `src/map`) in the order of the chapters, from 1 on, with what stands first of the kinds that workbooks have not. */
const CHAPTERS: ReadonlyArray<{ view: string; first?: readonly string[] }> = [
  { view: 'ecosystem' },
  { view: 'business' },
  { view: 'application' },
  { view: 'administration' },
  { view: 'logical', first: ['logical-flows'] },
  { view: 'physical', first: ['physical-links'] },
  { view: 'gdpr' },
];

/** Kinds of a chapter that stand in documents alone: whatever its view has and no workbook has a sheet for. */
function furtherKinds(chapter: number): string[] {
  const { view, first = [] } = CHAPTERS[chapter - 1]!;
  const sheets = new Set(VIEWS.flatMap(({ types }) => types.map(({ path }) => path)));
  const others = registry
    .all()
    .filter((one) => one.view === view && !sheets.has(one.path) && !first.includes(one.path));
  return [...first, ...others.map(({ path }) => path)];
}

/** The last chapter, which no workbook has. */
const PROTECTION: MapView = {
  number: 7,
  title: 'protectionView',
  introduction: 'introProtection',
  types: [],
};

/** The views of the map as a document has them: with further kinds, and with every column and link of the pages. */
export const documentViews = (language: Language): MapView[] =>
  [...VIEWS, PROTECTION].map((view) => ({
    ...view,
    types: [...view.types, ...furtherKinds(view.number).map(bare)].map((type) => ({
      ...type,
      fields: [...type.fields, ...furtherFields(type, language)],
    })),
  }));

/** A kind with no fields of its own. */
function bare(path: string): MapType {
  const { titles, label } = registry.get(path);
  const title = { en: titles.en[1], fr: titles.fr[1] };
  return { title, path, from: 1, fields: [], ...(label === null && { named: betweenEnds(path) }) };
}

/** What lies between two objects and has no name is called by these, with its ports. */
function betweenEnds(path: string): MapField {
  const ends = registry.get(path).fields.filter(({ end, ref: to }) => end && to);
  const columns = ends.map(nameOf);
  return {
    ...worked('name', [...columns, 'src_port', 'dest_port'], () => null),
    refs: columns,
    value: (row, related) => {
      const at = (side: 'source' | 'dest', port: string): string => {
        const found = ends
          .filter(({ end }) => end === side)
          .flatMap((field) => related.referred(path, nameOf(field), row[nameOf(field)] as number | null));
        const names = found.map(({ name }) => name).join(', ') || '–';
        return row[port] ? `${names} (${String(row[port])})` : names;
      };
      return `${at('source', 'src_port')} ↔ ${at('dest', 'dest_port')}`;
    },
  };
}

/** What a page does not show as a value of the object, and what a document has no place for. */
const LEFT = new Set(['id', 'name', 'created_at', 'updated_at', 'deleted_at', 'icon_id']);

/** Columns and links of a kind that it has no field for yet, in the order of its pages and by the names of these. */
function furtherFields({ path, fields: own }: MapType, language: Language): MapField[] {
  const resource = registry.get(path);
  const known = new Set([
    ...LEFT,
    ...own.flatMap(({ columns, refs, links: linked }) => [...columns, ...refs, ...linked]),
  ]);
  const titles = memberTitles([resource]);
  const labelOf = (name: string, target?: string): LocalizedText => {
    const { en, fr } = titles[name] ?? {};
    const kind = target === undefined ? undefined : registry.get(target).titles;
    return { en: en ?? kind?.en[1] ?? name, fr: fr ?? en ?? kind?.fr[1] ?? name };
  };
  const columns = resource.fields.filter(
    (field) => !field.hidden && !known.has(nameOf(field)) && field.kind !== 'json',
  );
  const linked = resource.links.filter(
    ({ name, shown, kind, target }) => shown && kind !== 'child' && !known.has(name) && isNamed(target),
  );
  return [
    ...columns.flatMap((field) => fieldOf(field, labelOf(field.name), language) ?? []),
    ...linked.map(({ name, target }) => links(labelOf(name, target), name)),
  ];
}

/** Whether the objects of a kind belong to the map and can be named. */
function isNamed(path: string): boolean {
  const found = registry.find(path);
  return found !== undefined && found.label !== null && found.view in VIEW_TITLES && found.path !== 'documents';
}

const TIMES = new Set(['rto', 'rpo', 'mtd', 'mtdl']);

/** What code calls a column, whatever the opened database does. */
const nameOf = ({ known, name }: Field): string => known ?? name;

/** A column as the page shows it; undefined where it leads out of the map. */
function fieldOf(field: Field, label: LocalizedText, language: Language): MapField | undefined {
  const { kind, rules, need, ref: to } = field;
  const name = nameOf(field);
  if (to) return isNamed(to.target) ? ref(label, name) : undefined;
  const { enum: codes } = rules;
  if (codes)
    return worked(label, [name], (row) => {
      const code = row[name] === null ? undefined : Number(row[name]);
      const word = code === undefined || code === codes.unset ? undefined : codes.labels.get(code);
      if (word === undefined) return null;
      const { en, fr = en } = codeWord(word);
      return language === 'fr' ? fr : en;
    });
  if (need && TIMES.has(need)) return minutes(label, name);
  if (kind === 'html') return html(label, name);
  if (kind === 'flag') return yesNo(label, name);
  if (kind === 'day') return day(label, name);
  if (kind === 'int' || kind === 'decimal') return number(label, name);
  return text(label, name, kind === 'text' ? { kind: 'long' } : {});
}
