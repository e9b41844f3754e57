/** The map itself: every object of the chosen views with its fields and links. */
import type { FileHandle } from 'node:fs/promises';
import type { Cell, ColumnKind } from '../../files/table.js';
import { temporaryFile } from '../../files/temporary-file.js';
import { said, type LabelKey } from '../locales/index.js';
import { named, type Report, type ReportTable } from '../report.js';
import type { ReportRun } from '../report-run.js';
import { MapContent, type MapObject } from './content.js';
import { mapDocument } from './document.js';
import { textOf, type MapType } from './fields.js';
import { documentViews } from './further.js';
import { Illustrator } from './illustrator.js';
import { VIEWS } from './views/index.js';

/** Whether pictures are asked for: `graph` is there, and does not say no. */
const wantsPictures = ({ query: { graph } }: ReportRun): boolean =>
  graph !== undefined && graph !== '0' && graph !== 'false';

type Headings = ReadonlyArray<{ heading: LabelKey; kind: ColumnKind }>;

const MAPPING: Headings = [
  { heading: 'view', kind: 'text' },
  { heading: 'objectType', kind: 'text' },
  { heading: 'objectId', kind: 'number' },
  { heading: 'name', kind: 'text' },
  { heading: 'field', kind: 'text' },
  { heading: 'value', kind: 'long' },
];

/** The first columns of the sheets by type. */
const OBJECT: Headings = [
  { heading: 'id', kind: 'number' },
  { heading: 'name', kind: 'text' },
];

export const cartography: Report = {
  name: 'cartography',
  file: 'cartography',
  titles: { en: 'The map as a book', fr: 'La carte en un livre' },
  abouts: {
    en: 'The whole map: every object with its fields and links, by view and type.',
    fr: 'La carte entière\u00a0: chaque objet avec ses champs et ses liens, par vue et par type.',
  },
  parameters: ['granularity', 'views', 'graph', 'organisation', 'date', 'version', 'classification', 'author'],
  roots: [],
  async tables(run) {
    const { translate } = run;
    const content = await MapContent.load(run, VIEWS);
    const sheets = new Sheets(run, content);
    const types = content.views.flatMap((view) => view.types);
    return [
      {
        ...named(run, 'mapping'),
        columns: MAPPING.map(({ heading, kind }) => ({ heading: translate(heading), kind })),
        rows: sheets.mapping(),
      },
      ...types.map((type): ReportTable => ({
        ...named(run, type.sheet!),
        columns: [...OBJECT, ...type.fields.map(({ label, kind }) => ({ heading: label, kind }))].map(
          ({ heading, kind }) => ({ heading: said(heading, run), kind }),
        ),
        rows: sheets.of(type),
        names: 2,
        optional: true,
      })),
    ];
  },
  async document(run) {
    const content = await MapContent.load(run, documentViews(run.language));
    return mapDocument(run, content, wantsPictures(run) ? new Illustrator(run, content.granularity) : undefined);
  },
};

/** The rows of the long sheet, and of the sheets by type, which say the same once more: objects are read from the map once. */
class Sheets {
  private kept: RowFile | undefined;
  private readonly parts = new Map<MapType, ByteRange[]>();
  private complete = false;

  constructor(
    private readonly run: ReportRun,
    private readonly content: MapContent,
  ) {}

  /** A row for the name and for each field of each object. */
  async *mapping(): AsyncIterable<Cell[][]> {
    if (this.run.wholeFile) this.kept = await RowFile.open();
    if (this.kept) this.run.atEnd(() => this.kept!.close());
    const { translate } = this.run;
    for (const view of this.content.views) {
      for (const type of view.types) {
        for await (const objects of this.content.objects(type)) {
          await this.keep(type, objects);
          yield objects.flatMap(({ id, name, fields }) => {
            const before = [translate(view.title), said(type.title, this.run), id, name];
            return [
              [...before, translate('name'), name],
              ...fields.map(({ field, value }) => [...before, said(field.label, this.run), String(textOf(value))]),
            ];
          });
        }
      }
    }
    this.complete = true;
  }

  /** A row for each object of a type. */
  async *of(type: MapType): AsyncIterable<Cell[][]> {
    if (this.complete && this.kept) {
      for (const range of this.parts.get(type) ?? []) yield await this.kept.get(range);
    } else for await (const objects of this.content.objects(type)) yield rowsOf(type, objects);
  }

  private async keep(type: MapType, objects: readonly MapObject[]): Promise<void> {
    if (!this.kept) return;
    const range = await this.kept.add(rowsOf(type, objects));
    this.parts.set(type, [...(this.parts.get(type) ?? []), range]);
  }
}

function rowsOf(type: MapType, objects: readonly MapObject[]): Cell[][] {
  return objects.map(({ id, name, fields }) => {
    const values = new Map(fields.map(({ field, value }) => [field, textOf(value)]));
    return [id, name, ...type.fields.map((field) => values.get(field) ?? null)];
  });
}

/** Where a batch of rows stands in the file. */
interface ByteRange {
  from: number;
  length: number;
}

class RowFile {
  private end = 0;

  private constructor(private readonly file: FileHandle) {}

  static async open(): Promise<RowFile> {
    return new RowFile(await temporaryFile());
  }

  /** Puts a batch of rows aside. */
  async add(rows: readonly Cell[][]): Promise<ByteRange> {
    const bytes = Buffer.from(JSON.stringify(rows));
    const range = { from: this.end, length: bytes.length };
    await this.file.write(bytes, 0, range.length, range.from);
    this.end += range.length;
    return range;
  }

  /** A batch of rows as it was put aside. */
  async get({ from, length }: ByteRange): Promise<Cell[][]> {
    const bytes = Buffer.allocUnsafe(length);
    await this.file.read(bytes, 0, length, from);
    return JSON.parse(bytes.toString()) as Cell[][];
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
