/** What the headings of a file mean: columns by their names, or as pages call them in either language. */
import { FileError, type RowError } from '../core/http/errors.js';
import { fold } from '../core/text/fold.js';
import type { Field, Link, ResourceModel } from '../engine/index.js';
import { isEmpty, type SheetRow } from '../files/sheet.js';
import { isColumn, isWritten, nameOf, rowError, type FileColumn } from './columns.js';
import { importedParts, plainTitle, titleAmong } from './titles.js';

/** Rows among which that of the headings is looked for: people write titles above them. */
const FIRST_ROWS = 5;

type Target = { field: Field; link?: undefined } | { link: Link; field?: undefined };

/** A heading without what does not count in it: case, accents, and the signs between its words. */
const keyOf = (heading: string): string =>
  fold(heading)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** What headings may be: every name of a column or link that can be written, the id, and their titles. */
class Headings {
  private readonly names = new Map<string, Target>();
  /** The names without what does not count in them. */
  private readonly keys = new Map<string, Target>();
  /** Titles by which a column is told from all others, and those that several may have. */
  private readonly own = new Map<string, Set<Field | Link>>();
  private readonly plain = new Map<string, Set<Field | Link>>();

  constructor(resource: ResourceModel) {
    const links = resource.links.filter(isColumn);
    const fields = resource.fields.filter(isWritten);
    // A column's name wins over that of a link, and both over an alias of another one.
    for (const field of fields) this.mean(field.name, { field });
    for (const link of links) this.mean(link.name, { link });
    for (const link of links)
      for (const other of [link.includeName, ...link.aliases, ...link.alsoShownAs, ...link.includeAliases])
        this.mean(other, { link });
    for (const field of fields) for (const alias of field.aliases) this.mean(alias, { field });
    for (const part of importedParts(resource)) {
      for (const language of ['en', 'fr'] as const) {
        add(this.own, titleAmong(part, resource, language), part);
        add(this.plain, plainTitle(part, language), part);
      }
    }
  }

  /** The columns that a heading may name: none if it means nothing, or nothing that can be written. */
  find(heading: string): FileColumn[] {
    const key = keyOf(heading);
    const named = this.names.get(heading) ?? this.keys.get(key);
    if (named) return [{ heading, ...named }];
    return [...(this.own.get(key) ?? this.plain.get(key) ?? [])].map((part): FileColumn =>
      'target' in part ? { heading, link: part } : { heading, field: part },
    );
  }

  private mean(name: string, target: Target): void {
    if (!this.names.has(name)) this.names.set(name, target);
    const key = keyOf(name);
    if (!this.keys.has(key)) this.keys.set(key, target);
  }
}

function add(titles: Map<string, Set<Field | Link>>, title: string, part: Field | Link): void {
  const key = keyOf(title);
  titles.set(key, (titles.get(key) ?? new Set()).add(part));
}

/** The row of headings: which column of the object each cell means. */
export class FileHeadings {
  /** What each column means; undefined where it means nothing, or nothing that can be written. */
  readonly columns: Array<FileColumn | undefined>;
  /** Headings that mean nothing. */
  readonly ignored: string[] = [];
  /** Where the id stands; -1 where the file has none. */
  readonly idAt: number;
  /** The number of the row. */
  readonly row: number;

  /** Throws 422 for a column that is there twice, for a heading that may mean several, and where none means anything. */
  constructor(known: Headings, { number, cells }: SheetRow) {
    this.row = number;
    const named = new Set<string>();
    const errors: RowError[] = [];
    this.columns = [...cells].map((cell) => {
      if (isEmpty(cell)) return undefined;
      const heading = String(cell).trim();
      const found = known.find(heading);
      const [column] = found;
      if (!column) this.ignored.push(heading);
      else if (found.length > 1)
        errors.push(rowError(number, heading, 'importHeading', { names: found.map(nameOf).join(', ') }));
      else if (named.has(nameOf(column))) errors.push(rowError(number, heading, 'importTwice'));
      else named.add(nameOf(column));
      return column;
    });
    this.idAt = this.columns.findIndex((column) => column?.field?.kind === 'id');
    if (!named.size && !errors.length) errors.push(rowError(number, 'id', 'importHeadings'));
    if (errors.length) throw new FileError(errors, this.ignored.length ? { ignored: this.ignored } : {});
  }

  /**
   * The headings among the first rows of a file, and the rows behind them. What stands above them is a title: a row of which no cell
   * names a column, or a single cell above a row that names several.
   */
  static among(resource: ResourceModel, rows: readonly SheetRow[]): { headings: FileHeadings; behind: SheetRow[] } {
    const known = new Headings(resource);
    const filled = ({ cells }: SheetRow): string[] =>
      cells.filter((cell) => !isEmpty(cell)).map((cell) => String(cell).trim());
    const counts = rows.slice(0, FIRST_ROWS).map((row) => {
      const texts = filled(row);
      return { all: texts.length, known: texts.filter((text) => known.find(text).length).length };
    });
    const at = counts.findIndex(
      ({ all, known: some }, i) => some > 0 && !(all === 1 && (counts[i + 1]?.known ?? 0) > 1),
    );
    const place = Math.max(at, 0);
    return { headings: new FileHeadings(known, rows[place]!), behind: rows.slice(place + 1) };
  }

  /** Where a column or link stands in the file; -1 where it does not. */
  at(name: string): number {
    return this.columns.findIndex((column) => column && nameOf(column) === name);
  }

  /** The heading of a column or link in the file. */
  headingOf(name: string): string {
    return this.columns[this.at(name)]?.heading ?? name;
  }
}
