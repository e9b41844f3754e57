/** The map itself: every object of the chosen views with its fields and links. */
import type { Report } from '../report.js';
import type { ReportRun } from '../report-run.js';
import type { Cell, Table, TableColumn } from '../../files/table.js';
import { mapDocument } from './cartography.document.js';
import { textOf } from './field.js';
import { wantsPictures } from './graph/view-picture.js';
import { MapContent, type MapObject } from './map-content.js';
import type { MapType } from './map-type.js';
import { RowFile, type Place } from './row-file.js';

const text = (heading: string): TableColumn => ({ heading, kind: 'text' });
const words = (heading: string): TableColumn => ({ heading, kind: 'text', words: true });
const number = (heading: string): TableColumn => ({ heading, kind: 'number' });

const MAPPING = [words('View'), words('Object type'), number('Object id'), text('Name'), words('Field')];

export const cartography: Report = {
  name: 'cartography',
  file: 'cartography',
  about: 'The whole map: every object with its fields and links, by view and type.',
  roots: [],
  async tables(run) {
    const content = await MapContent.load(run);
    const sheets = new Sheets(run, content);
    const types = content.views.flatMap((view) => view.types);
    return [
      { name: 'Mapping', columns: [...MAPPING, { heading: 'Value', kind: 'long' }], rows: sheets.mapping() },
      ...types.map((type): Table => ({
        name: type.sheet,
        columns: [number('Id'), text('Name'), ...type.fields.map(({ label, kind }) => ({ heading: label, kind }))],
        rows: sheets.of(type),
        names: 2,
        optional: true,
      })),
    ];
  },
  async document(run) {
    const pictures = wantsPictures(run);
    return mapDocument(await MapContent.load(run, pictures), pictures);
  },
};

/** The rows of the long sheet, and of the sheets by type, which say the same once more: objects are read from the map once. */
class Sheets {
  private kept: RowFile | undefined;
  private readonly parts = new Map<MapType, Place[]>();
  private complete = false;

  constructor(
    private readonly run: ReportRun,
    private readonly content: MapContent,
  ) {}

  /** A row for the name and for each field of each object. */
  async *mapping(): AsyncIterable<Cell[][]> {
    if (this.run.wholeFile) this.kept = await RowFile.open();
    if (this.kept) this.run.atEnd(() => this.kept!.close());
    for (const view of this.content.views) {
      for (const type of view.types) {
        for await (const objects of this.content.objects(type)) {
          await this.keep(type, objects);
          yield objects.flatMap(({ id, name, fields }) => {
            const before = [view.title, type.title, id, name];
            return [
              [...before, 'Name', name],
              ...fields.map(({ field, value }) => [...before, field.label, String(textOf(value))]),
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
      for (const place of this.parts.get(type) ?? []) yield await this.kept.get(place);
    } else for await (const objects of this.content.objects(type)) yield rowsOf(type, objects);
  }

  private async keep(type: MapType, objects: readonly MapObject[]): Promise<void> {
    if (!this.kept) return;
    const place = await this.kept.add(rowsOf(type, objects));
    this.parts.set(type, [...(this.parts.get(type) ?? []), place]);
  }
}

function rowsOf(type: MapType, objects: readonly MapObject[]): Cell[][] {
  return objects.map(({ id, name, fields }) => {
    const values = new Map(fields.map(({ field, value }) => [field, textOf(value)]));
    return [id, name, ...type.fields.map((field) => values.get(field) ?? null)];
  });
}
