/** What of a workbook cannot be filled: what would be lost, what leads out of it, and what is too much of it. */
import { ApiError, byLibrary } from '../../core/http/errors.js';
import { attribute, XmlScanner, type XmlHandler } from '../../files/xlsx/xml-scanner.js';
import { WORKBOOK_LIMITS } from './limits.js';
import { relationshipsOf, textOf, type Parts, type Relationship } from './package.js';
import { MAX_ROW, parseFormula } from './references.js';
import { Refused, type Lost, type Refusal } from './refusal.js';

/** A sheet of a workbook, and its part. */
export interface SheetPart {
  name: string;
  part: string;
  /** How many cells each row has. */
  cells: Map<number, number>;
}

export interface Inspected {
  /** The part of the workbook itself. */
  book: string;
  sheets: SheetPart[];
  refusals: Refusal[];
}

const HARMLESS =
  /^(\[Content_Types\]\.xml|_rels\/\.rels|docProps\/[\w.-]+|customXml\/.+|xl\/(workbook|styles|sharedStrings|calcChain|metadata)\.xml|xl\/theme\/(_rels\/)?theme\d+\.xml(\.rels)?|xl\/media\/[\w.-]+|xl\/printerSettings\/[\w.-]+|xl\/(worksheets|drawings|comments|tables|threadedComments|persons)\/(_rels\/)?[\w.-]+\.(xml|vml)(\.rels)?|xl\/comments\d*\.xml|xl\/_rels\/workbook\.xml\.rels)$/;

/** Parts by how their names begin. */
const LOST: ReadonlyArray<readonly [RegExp, Lost]> = [
  [/^xl\/(charts|chartsheets|chartEx)\b/i, 'lostChart'],
  [/^xl\/pivot/i, 'lostPivot'],
  [/^xl\/(slicer|timeline)/i, 'lostSlicer'],
  [/^xl\/(ctrlProps|activeX|dialogsheets)\b/i, 'lostControl'],
  [/vbaProject|vbaData|^xl\/macrosheets|^customUI|^xl\/attachedToolbars|vbaProjectSignature/i, 'lostMacro'],
  [/^xl\/externalLinks/i, 'lostLink'],
  [/^xl\/(connections|queryTables|model|customData|volatileDependencies)/i, 'lostData'],
  [/^xl\/(embeddings|diagrams|ink|richData|webextensions)/i, 'lostObject'],
];
/** The types of relations and of contents of such parts, whatever these are called. */
const LOST_TYPES: ReadonlyArray<readonly [RegExp, Lost]> = [
  [/^chart/i, 'lostChart'],
  [/^pivot/i, 'lostPivot'],
  [/^(slicer|timeline)/i, 'lostSlicer'],
  [/^(control|ctrlProp|activeX|dialogsheet)/i, 'lostControl'],
  [/^(vba|wordVba|xl(Intl)?Macrosheet|macrosheet|intlmacrosheet|attachedToolbars|extensibility|ui$)/i, 'lostMacro'],
  [/^(external|xlExternalLink)/i, 'lostLink'],
  [/^(connections|queryTable|xmlMaps|model|powerPivot|customData|volatileDependencies|revision)/i, 'lostData'],
  [/^(oleObject|package|diagram|ink|rd|webextension|taskpanes|audio|video|media$)/i, 'lostObject'],
];
const lostByType = (type: string): Lost | undefined => LOST_TYPES.find(([pattern]) => pattern.test(type))?.[1];
const lostByName = (part: string): Lost | undefined => LOST.find(([pattern]) => pattern.test(part))?.[1];
/** Types of workbooks that hold programs, or are none to be filled. */
const MACRO_TYPE = /macroEnabled|vnd\.ms-excel|addin|vbaProject/i;
/** Elements of sheets, drawings and the workbook that would be lost. */
const ELEMENTS: Readonly<Record<string, Lost>> = {
  ...{ controls: 'lostControl', control: 'lostControl', oleObjects: 'lostObject', oleObject: 'lostObject' },
  ...{ sp: 'lostShape', cxnSp: 'lostShape', grpSp: 'lostShape', contentPart: 'lostShape', graphicFrame: 'lostChart' },
  ...{ slicerList: 'lostSlicer', timelineRefs: 'lostSlicer', slicerCaches: 'lostSlicer', pivotCaches: 'lostPivot' },
  ...{ externalReference: 'lostLink', ddeLink: 'lostLink', oleLink: 'lostLink', webPublishItem: 'lostLink' },
  ...{ sparklineGroup: 'lostChart', dataConsolidate: 'lostData', scenarios: 'lostOther', customSheetView: 'lostOther' },
};
/** Parts whose references are moved, so that they hold neither comments nor sections. */
const WRITTEN =
  /^xl\/(workbook|styles|comments\d*|(worksheets|drawings|comments|tables|threadedComments)\/[\w.-]+)\.xml$/;
/** Functions that ask elsewhere, or start a program. */
const OUTWARD =
  /^(WEBSERVICE|RTD|DDE|CALL|REGISTER(\.ID)?|EXEC|SQL\.REQUEST|IMPORT(DATA|XML|HTML|FEED|RANGE)|GOOGLEFINANCE|GOOGLETRANSLATE|IMAGE|STOCKHISTORY|PY|CUBE\w+|COPILOT|FILTERXML|RUN|EVALUATE)$/;
const ADDRESS = /^(https?:|mailto:|#)/i;

/** Reads all parts of a workbook once. Throws `Refused` for what cannot be read at all. */
export function inspect(parts: Parts): Inspected {
  const book = relationshipsOf(parts, '').find(({ type }) => type === 'officeDocument')?.target;
  // An .ods, a .docx, an .xlsb and other archives have none.
  if (book !== 'xl/workbook.xml' || !parts.has(book)) throw new Refused('workbookOther');
  return new Inspection(parts, book).all();
}

class Inspection {
  private readonly refusals: Refusal[] = [];
  private readonly sheets: SheetPart[] = [];
  /** The sheet to which a part belongs. */
  private readonly owners = new Map<string, string>();
  private cells = 0;

  constructor(
    private readonly parts: Parts,
    private readonly book: string,
  ) {}

  all(): Inspected {
    this.findSheets();
    for (const name of this.parts.keys()) this.inspect(name);
    return { book: this.book, sheets: this.sheets, refusals: this.refusals };
  }

  private findSheets(): void {
    const relations = relationshipsOf(this.parts, this.book);
    this.scan(this.book, {
      open: (name, attributes) => {
        if (name !== 'sheet') return;
        const part = relations.find(({ id }) => id === attribute(attributes, 'id'));
        const sheet = attribute(attributes, 'name') ?? '';
        if (part?.type === 'worksheet' && this.parts.has(part.target))
          this.sheets.push({ name: sheet, part: part.target, cells: new Map() });
        else this.lose('lostOther', part?.target ?? this.book, sheet);
      },
    });
    for (const { name, part } of this.sheets) this.own(part, name);
    if (!this.sheets.length) throw new Refused('workbookBroken', { reason: 'xl/worksheets?' });
  }

  private own(part: string, sheet: string): void {
    if (this.owners.has(part)) return;
    this.owners.set(part, sheet);
    for (const { target, isOutside } of relationshipsOf(this.parts, part)) if (!isOutside) this.own(target, sheet);
  }

  private inspect(name: string): void {
    const lost = lostByName(name);
    if (lost) {
      if (!name.endsWith('.rels')) this.lose(lost, name);
      return;
    }
    if (!HARMLESS.test(name)) return this.lose('lostOther', name);
    if (name.endsWith('.rels')) return this.relations(name);
    if (name.endsWith('.vml')) return this.drawing(name);
    if (!name.endsWith('.xml') || name.startsWith('customXml/')) return;
    if (WRITTEN.test(name) && textOf(this.parts, name).includes('<!'))
      throw new Refused('workbookBroken', { reason: `${name}: <!` });
    const sheet = this.sheets.find(({ part }) => part === name);
    this.scan(name, sheet ? this.ofSheet(sheet) : this.ofPart(name));
  }

  private relations(name: string): void {
    const part = name.replace(/_rels\/([^/]*)\.rels$/, '$1');
    for (const relation of relationshipsOf(this.parts, part))
      if (relation.isOutside) this.outside(relation, part);
      else this.typed(relation.type, relation.target);
  }

  /** A part is what its type says, whatever its name; those that are refused by their names are told once. */
  private typed(type: string, part: string): void {
    const lost = lostByType(type);
    if (lost && !(this.parts.has(part) && (lostByName(part) ?? !HARMLESS.test(part)))) this.lose(lost, part);
  }

  private outside({ type, target }: Relationship, part: string): void {
    if (type !== 'hyperlink' || !ADDRESS.test(target)) this.lose('lostLink', part);
  }

  /** The drawing of notes: anything else in it is a control. */
  private drawing(name: string): void {
    const text = this.parts.get(name)!.toString('latin1');
    for (const [, type] of text.matchAll(/ObjectType\s*=\s*["'](\w{1,30})/g))
      if (type !== 'Note') return this.lose('lostControl', name);
  }

  private ofPart(part: string): Partial<XmlHandler> {
    const isBook = part === this.book;
    let [place, reading, formula] = ['', '', ''];
    return {
      open: (name, attributes) => {
        if (name !== 'graphicFrame' || !this.leadsToLost(part)) this.element(name, part);
        if (part === '[Content_Types].xml') this.contentType(attributes);
        if (isBook && name === 'definedName') place = attribute(attributes, 'name') ?? '';
        if ((isBook && name === 'definedName') || name === 'calculatedColumnFormula' || name === 'totalsRowFormula')
          [reading, formula] = [name, ''];
      },
      close: (name) => {
        if (name !== reading) return;
        this.formula(formula, place || part, this.owners.get(part) ?? '');
        reading = '';
      },
      // In pieces, such as around an instruction.
      text: (text) => {
        if (reading) formula += text;
      },
    };
  }

  private contentType(attributes: string): void {
    const type = attribute(attributes, 'ContentType') ?? '';
    const part = attribute(attributes, 'PartName') ?? '[Content_Types].xml';
    if (MACRO_TYPE.test(type) && !/printerSettings|vmlDrawing|threadedcomments|person/i.test(type))
      this.lose('lostMacro', part);
    else if (this.parts.has(part.slice(1))) this.typed(wordOf(type), part.slice(1));
  }

  /** The frame of a chart is told with the chart, which stands in a part of its own. */
  private leadsToLost(part: string): boolean {
    return relationshipsOf(this.parts, part).some(({ type, target }) => lostByName(target) ?? lostByType(type));
  }

  private ofSheet({ part, name: sheet, cells }: SheetPart): Partial<XmlHandler> {
    let [row, cell, formula, reading] = [0, '', '', ''];
    return {
      open: (name, attributes) => {
        this.element(name, part);
        if (name === 'row' || name === 'c') cell = attribute(attributes, 'r') ?? '';
        if (name === 'row') {
          const number = Number(cell);
          if (!(number > row && number <= MAX_ROW)) throw unplaced(part, name, cell);
          row = number;
        } else if (name === 'c') {
          if (!/^[A-Z]{1,3}[1-9]\d{0,6}$/.test(cell) || Number(cell.replace(/^[A-Z]+/, '')) !== row)
            throw unplaced(part, name, cell);
          cells.set(row, (cells.get(row) ?? 0) + 1);
          if (++this.cells > WORKBOOK_LIMITS.cells)
            throw new Refused('workbookMany', { max: WORKBOOK_LIMITS.cells, name: 'c' });
        }
        if (name === 'f' && attribute(attributes, 't') === 'dataTable') this.lose('lostData', cell, sheet);
        if (name === 'cfRule' || name === 'dataValidation') cell = name;
        if (/^(f|formula[12]?)$/.test(name)) [reading, formula] = [name, ''];
      },
      close: (name) => {
        if (name !== reading) return;
        if (formula) this.formula(formula, cell, sheet);
        reading = '';
      },
      text: (text) => {
        if (reading) formula += text;
      },
    };
  }

  private element(name: string, part: string): void {
    const lost = Object.hasOwn(ELEMENTS, name) ? ELEMENTS[name] : undefined;
    if (lost) this.lose(lost, part);
  }

  private formula(text: string, cell: string, sheet: string): void {
    const { functions, reachesOut, isThrough } = parseFormula(text);
    const found = functions.find((name) => OUTWARD.test(name));
    const values = { sheet, cell, text: text.slice(0, 100) };
    if (reachesOut || found !== undefined) this.refuse('workbookReaches', values);
    else if (isThrough) this.refuse('workbookThrough', values);
  }

  private lose(what: Lost, part: string, sheet = this.owners.get(part)): void {
    if (sheet === undefined) this.refuse('workbookLost', { what, part });
    else this.refuse('workbookLostOfSheet', { what, part, sheet });
  }

  private refuse(key: Refusal['key'], values: Refusal['values']): void {
    const is = this.refusals.some((one) => one.key === key && JSON.stringify(one.values) === JSON.stringify(values));
    if (!is && this.refusals.length < WORKBOOK_LIMITS.refusals) this.refusals.push({ key, values });
  }

  /** Reads a part as XML; counts its elements by their names. */
  private scan(part: string, { open, close, text }: Partial<XmlHandler>): void {
    const counts = new Map<string, number>();
    const scanner = new XmlScanner({
      open: (name, attributes) => {
        const count = (counts.get(name) ?? 0) + 1;
        counts.set(name, count);
        if (count > WORKBOOK_LIMITS.elements && !MANY.has(name))
          throw new Refused('workbookMany', { max: WORKBOOK_LIMITS.elements, name: name.slice(0, 50) });
        open?.(name, attributes);
      },
      close: (name) => close?.(name),
      text: (some) => text?.(some),
    });
    try {
      scanner.take(textOf(this.parts, part));
      scanner.end();
    } catch (error) {
      if (error instanceof Refused) throw error;
      const reason = error instanceof ApiError ? error.phrase.in('en') : byLibrary(error as Error).in('en');
      throw new Refused('workbookBroken', { reason: `${part}: ${reason}`.slice(0, 300) });
    }
  }
}

/** Rows stand in their order, and cells in theirs, each with its place. */
const unplaced = (part: string, name: string, place: string): Refused =>
  new Refused('workbookBroken', { reason: `${part}: <${name} r="${place.slice(0, 20)}">` });

/** Elements of cells, which are counted as such, and of the texts that cells share. */
const MANY = new Set([
  'c',
  'v',
  'f',
  'is',
  't',
  'si',
  'r',
  'rPr',
  'sz',
  'color',
  'rFont',
  'family',
  'scheme',
  'b',
  'i',
]);

/** The last word of the type of a part that is XML, which says what it holds: `…drawingml.chart+xml`. */
const wordOf = (type: string): string =>
  type.endsWith('+xml')
    ? type
        .slice(0, -4)
        .split(/[^\w-]/)
        .at(-1)!
    : '';
