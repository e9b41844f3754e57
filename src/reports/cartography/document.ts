/** The map as a document: a chapter for each view, a section for each type, a card for each object. */
import { ApiError } from '../../core/http/errors.js';
import type { Language } from '../../core/i18n/messages.js';
import { parseDay } from '../../core/text/dates.js';
import type { Block, Content, Document, Entry } from '../../files/document.js';
import { said, typeAbout, type Translate } from '../locales/index.js';
import type { ReportRun } from '../report-run.js';
import type { MapContent, MapObject } from './content.js';
import { textOf, type MapType, type MapView, type Value } from './fields.js';
import type { Illustration, Illustrator } from './illustrator.js';

interface Chapter {
  view: MapView;
  types: MapType[];
}

/** The document, with a picture of each view by the illustrator, if there is one; chapters and sections without objects are left out. */
export async function mapDocument(
  run: ReportRun,
  content: MapContent,
  illustrator: Illustrator | undefined,
): Promise<Document> {
  const cover = coverOf(run);
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
    ...cover,
    title: translate('mappingReport'),
    subtitle: [
      translate('objectsInViews', { objects: total, views: chapters.length }),
      translate('granularityOf', { granularity }),
    ],
    numbered: true,
    contentsTitle: translate('contents'),
    contents: contents(chapters, run),
    blocks: blocks(run, content, chapters, shown, illustrator),
  };
}

/** What may be written on the cover at most, in signs. */
const MAX_SAID = 120;

/** The cover, as the request has it: the organisation is that of the settings unless it names another. Throws 400. */
function coverOf(run: ReportRun): Pick<Document, 'organisation' | 'facts' | 'classification'> {
  const { query, translate } = run;
  const given = (name: string): string | undefined => {
    const value = query[name];
    if (value === undefined || value === '') return undefined;
    if (typeof value !== 'string') throw new ApiError(400, 'wantsText', { name });
    const text = value.replace(/\s+/g, ' ').trim();
    if (text.length > MAX_SAID) throw new ApiError(400, 'graphText', { name, max: MAX_SAID });
    return text || undefined;
  };
  const [organisation = run.organisation, version, classification, author] = [
    given('organisation'),
    given('version'),
    given('classification'),
    given('author'),
  ];
  const date = given('date');
  if (date !== undefined && !(date.length === 10 && parseDay(date)))
    throw new ApiError(400, 'wantsDay', { name: 'date' });
  const day = date === undefined ? run.now : new Date(`${date}T12:00:00`);
  const facts = [
    ['date', day.toLocaleDateString(LOCALES[run.language], { day: 'numeric', month: 'long', year: 'numeric' })],
    ['version', version],
    ['classification', classification],
    ['author', author],
  ] as const;
  return {
    ...(organisation && { organisation }),
    ...(classification && { classification }),
    facts: facts.flatMap(([label, value]) => (value ? [[translate(label), value] as const] : [])),
  };
}

/** How days are written. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', fr: 'fr-FR' };

const viewAnchor = ({ number }: MapView): string => `view_${number}`;
const typeAnchor = ({ path }: Pick<MapType, 'path'>): string => `type_${path.replaceAll('-', '_')}`;
const objectAnchor = (path: string, id: number): string => `${path.replaceAll('-', '_').slice(0, 28)}_${id}`;

async function* contents(chapters: readonly Chapter[], run: ReportRun): AsyncIterable<Entry[]> {
  const { translate } = run;
  yield chapters.flatMap(({ view, types }) => [
    { level: 1 as const, text: translate(view.title), anchor: viewAnchor(view) },
    ...types.map((type) => ({ level: 2 as const, text: said(type.title, run), anchor: typeAnchor(type) })),
  ]);
}

async function* blocks(
  run: ReportRun,
  content: MapContent,
  chapters: readonly Chapter[],
  shown: ReadonlySet<string>,
  illustrator: Illustrator | undefined,
): AsyncIterable<Block[]> {
  const { translate, language } = run;
  // Drawn in another thread, while the chapter before it is written.
  let next = begun(illustrator, chapters[0]);
  for (const [i, { view, types }] of chapters.entries()) {
    const illustration = await next;
    next = begun(illustrator, chapters[i + 1]);
    const beginning: Block[] = [
      { kind: 'heading', level: 1, text: translate(view.title), anchor: viewAnchor(view) },
      { kind: 'text', text: translate(view.introduction), lead: true, keep: true },
    ];
    yield illustration ? illustrated(beginning, illustration, shown, translate) : beginning;
    for (const type of types) {
      yield [
        { kind: 'heading', level: 2, text: said(type.title, run), anchor: typeAnchor(type) },
        { kind: 'text', text: typeAbout(type.path, language), lead: true, keep: true },
      ];
      for await (const objects of content.objects(type)) yield objects.map((object) => card(type, object, shown, run));
    }
  }
}

/** The illustration of a chapter on its way. If nobody waits for it any more it fails for nobody. */
function begun(illustrator: Illustrator | undefined, chapter: Chapter | undefined): Promise<Illustration | undefined> {
  const illustration = chapter ? illustrator?.illustrate(chapter.view) : undefined;
  illustration?.catch(() => undefined);
  return Promise.resolve(illustration);
}

/** The beginning of a chapter with its picture, on a page that suits this, and the names in it, which lead to their objects. */
function illustrated(
  beginning: readonly Block[],
  { picture, sideways, caption, kinds }: Illustration,
  shown: ReadonlySet<string>,
  translate: Translate,
): Block[] {
  if (!picture) return [...beginning, { kind: 'text', text: caption }];
  const blocks: Block[] = [...beginning, { kind: 'picture', picture, caption }];
  const rows = kinds.map(({ path, title, boxes }): readonly [string, Content] => {
    const anchorOf = (id: number | undefined): string =>
      id === undefined ? typeAnchor({ path }) : objectAnchor(path, id);
    const names = boxes.map(({ text, id }) => (shown.has(path) ? { text, anchor: anchorOf(id) } : text));
    return [title, [names.flatMap((name, i) => (i ? [', ', name] : [name]))]];
  });
  return [
    ...(sideways ? [{ kind: 'sideways', blocks } as const] : blocks),
    { kind: 'card', title: translate('inThePicture'), rows },
  ];
}

const card = (
  { path }: MapType,
  { id, name, fields }: MapObject,
  shown: ReadonlySet<string>,
  run: ReportRun,
): Block => ({
  kind: 'card',
  title: name,
  anchor: objectAnchor(path, id),
  rows: fields.map(({ field, value }) => [said(field.label, run), contentOf(value, shown)] as const),
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
