/** The map as a document: a chapter for each view, a section for each type, a card for each object. */
import type { Block, Content, Document, Entry } from '../../files/document.js';
import { typeAbout, type Translate } from '../locales/index.js';
import type { ReportRun } from '../report-run.js';
import type { MapContent, MapObject } from './content.js';
import { textOf, type MapType, type MapView, type Value } from './fields.js';

interface Chapter {
  view: MapView;
  types: MapType[];
}

/** The document, with a picture of each view if asked for; chapters and sections without objects are left out. */
export async function mapDocument(run: ReportRun, content: MapContent, pictures: boolean): Promise<Document> {
  const counts = await content.counts();
  const chapters = content.views
    .map((view): Chapter => ({ view, types: view.types.filter((type) => counts.get(type)) }))
    .filter(({ types }) => types.length > 0);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const shown = new Set(chapters.flatMap(({ types }) => types.map(({ path }) => path)));
  const { translate, language } = run;
  const { granularity } = content;
  return {
    language,
    title: translate('mappingReport'),
    subtitle: [
      translate('objectsInViews', { objects: total, views: chapters.length }),
      translate('granularityOf', { granularity }),
    ],
    numbered: true,
    contentsTitle: translate('contents'),
    contents: contents(chapters, translate),
    blocks: blocks(run, content, chapters, shown, pictures),
  };
}

const viewAnchor = ({ number }: MapView): string => `view_${number}`;
const typeAnchor = ({ path }: Pick<MapType, 'path'>): string => `type_${path.replaceAll('-', '_')}`;
const objectAnchor = (path: string, id: number): string => `${path.replaceAll('-', '_').slice(0, 28)}_${id}`;

async function* contents(chapters: readonly Chapter[], translate: Translate): AsyncIterable<Entry[]> {
  yield chapters.flatMap(({ view, types }) => [
    { level: 1 as const, text: translate(view.title), anchor: viewAnchor(view) },
    ...types.map((type) => ({ level: 2 as const, text: translate(type.title), anchor: typeAnchor(type) })),
  ]);
}

async function* blocks(
  { translate, language }: ReportRun,
  content: MapContent,
  chapters: readonly Chapter[],
  shown: ReadonlySet<string>,
  pictures: boolean,
): AsyncIterable<Block[]> {
  for (const { view, types } of chapters) {
    yield [
      { kind: 'heading', level: 1, text: translate(view.title), anchor: viewAnchor(view) },
      { kind: 'text', text: translate(view.introduction), lead: true, keep: true },
    ];
    if (pictures) yield await content.picture(view, types, objectAnchor);
    for (const type of types) {
      yield [
        { kind: 'heading', level: 2, text: translate(type.title), anchor: typeAnchor(type) },
        { kind: 'text', text: typeAbout(type.path, language), lead: true, keep: true },
      ];
      for await (const objects of content.objects(type))
        yield objects.map((object) => card(type, object, shown, translate));
    }
  }
}

const card = (
  { path }: MapType,
  { id, name, fields }: MapObject,
  shown: ReadonlySet<string>,
  translate: Translate,
): Block => ({
  kind: 'card',
  title: name,
  anchor: objectAnchor(path, id),
  rows: fields.map(({ field, value }) => [translate(field.label), contentOf(value, shown)] as const),
});

/** Names lead to the cards of what they name, where these are part of the document. */
function contentOf(value: Exclude<Value, null>, shown: ReadonlySet<string>): Content {
  if (typeof value !== 'object') return String(value);
  if (value.every((mention) => mention.every((part) => typeof part === 'string' || !shown.has(part.path)))) {
    return String(textOf(value));
  }
  return value.map((mention) =>
    mention.map((part) => {
      if (typeof part === 'string') return part;
      return shown.has(part.path) ? { text: part.name, anchor: objectAnchor(part.path, part.id) } : part.name;
    }),
  );
}
