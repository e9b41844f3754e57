/** What of a workbook refers to rows beside its sheets: names, tables, notes and pictures. */
import { escapeXml } from '../../files/xml.js';
import type { SheetPart } from './inspect.js';
import { movedFormula, movedRanges, type Layout, type Layouts } from './layout.js';
import { relationshipsOf, textOf, type Parts } from './package.js';
import { attributeOf, tokensOf, unescapeXml, withAttribute, withTexts } from './xml.js';

/** Writes these parts again, and takes out the order in which formulas were computed. */
export function moveBeside(parts: Parts, book: string, sheets: readonly SheetPart[], layouts: Layouts): void {
  const set = (name: string, text: string): void => void parts.set(name, Buffer.from(text));
  set(book, computedAnew(withTexts(textOf(parts, book), NAMES, (text) => movedFormula(text, {}, layouts))));
  for (const { name, part } of sheets) {
    const layout = layouts.of(name);
    for (const { target, type } of relationshipsOf(parts, part)) {
      if (!parts.has(target)) continue;
      const text = target.endsWith('.vml') ? parts.get(target)!.toString('utf8') : textOf(parts, target);
      if (type === 'table') set(target, movedTable(text, name, layouts));
      else if (type === 'comments' || type === 'threadedComment') set(target, movedNotes(text, layout));
      else if (type === 'vmlDrawing') set(target, movedNoteShapes(text, layout));
      else if (type === 'drawing') set(target, movedPictures(text, layout));
    }
  }
  withoutChain(parts, book);
}

const NAMES = new Set(['definedName']);

/** The workbook, whose formulas are computed when it is opened. */
function computedAnew(xml: string): string {
  let [written, isSaid, place] = ['', false, ''];
  for (const { text, name, kind } of tokensOf(xml)) {
    if (name === 'calcPr' && kind !== 'close') {
      isSaid = true;
      written +=
        attributeOf(text, 'fullCalcOnLoad') === undefined
          ? text.replace(/^<([^\s/>]+)/, '<$1 fullCalcOnLoad="1"')
          : withAttribute(text, 'fullCalcOnLoad', '1');
    } else written += text;
    // It stands behind these.
    if (/^(sheets|functionGroups|externalReferences|definedNames)$/.test(name) && kind !== 'open') place = text;
  }
  return isSaid || !place ? written : written.replace(place, () => `${place}<calcPr fullCalcOnLoad="1"/>`);
}

const COLUMN_FORMULAS = new Set(['calculatedColumnFormula', 'totalsRowFormula']);

function movedTable(xml: string, sheet: string, layouts: Layouts): string {
  let written = '';
  for (const { text, name, kind } of tokensOf(xml)) {
    const ref =
      /^(table|autoFilter|sortState|sortCondition)$/.test(name) && kind !== 'close' && attributeOf(text, 'ref');
    written += ref ? withAttribute(text, 'ref', movedRanges(ref, layouts.of(sheet))) : text;
  }
  return withTexts(written, COLUMN_FORMULAS, (text) => movedFormula(text, { sheet }, layouts));
}

/** Notes stay with the first copy of their row. */
function movedNotes(xml: string, layout: Layout): string {
  let written = '';
  for (const { text, name, kind } of tokensOf(xml)) {
    const ref = /^(comment|threadedComment)$/.test(name) && kind !== 'close' ? attributeOf(text, 'ref') : undefined;
    const [, column, row] = /^([A-Z]{1,3})(\d{1,7})$/.exec(ref ?? '') ?? [];
    written += column === undefined ? text : withAttribute(text, 'ref', column + layout.first(Number(row)));
  }
  return written;
}

/** Rows count from 0 in drawings. */
const movedRow = (row: number, layout: Layout): number => layout.first(row + 1) - 1;

/** The boxes of notes; not all programs write them as XML that is well formed. */
function movedNoteShapes(vml: string, layout: Layout): string {
  let shift = 0;
  // The place of a box stands before the row of its cell: boxes are read from behind.
  const parts = vml.split(/(<x:(?:Anchor|Row)>[\d\s,]*<\/x:(?:Anchor|Row)>)/).reverse();
  return parts
    .map((part) => {
      const [, name, text = ''] = /^<x:(Anchor|Row)>([\d\s,]*)</.exec(part) ?? [];
      if (name === undefined) return part;
      if (name === 'Row') {
        shift = movedRow(Number(text), layout) - Number(text);
        return `<x:Row>${Number(text) + shift}</x:Row>`;
      }
      const numbers = text.split(',').map(Number);
      const moved = numbers.map((number, i) => (i === 2 || i === 6 ? number + shift : number));
      return `<x:Anchor>${moved.join(', ')}</x:Anchor>`;
    })
    .reverse()
    .join('');
}

/** Pictures go along with the row in which they begin. They keep their size, but for those that are sized with their cells. */
function movedPictures(xml: string, layout: Layout): string {
  let [written, within, end, isSized] = ['', '', '', false];
  let shift = 0;
  for (const { text, name, kind } of tokensOf(xml)) {
    if (/Anchor$/.test(name) && kind === 'open') isSized = (attributeOf(text, 'editAs') ?? 'twoCell') === 'twoCell';
    if (kind === 'open' && (name === 'from' || name === 'to')) end = name;
    if (kind === 'text' && within === 'row' && end) {
      const row = Number(unescapeXml(text));
      if (end === 'from') shift = movedRow(row, layout) - row;
      written += escapeXml(String(end === 'to' && isSized ? movedRow(row, layout) : row + shift));
    } else written += text;
    if (kind !== 'text') within = kind === 'open' ? name : '';
    if (kind === 'close' && name === end) end = '';
  }
  return written;
}

/** The order in which formulas were computed is that of other cells now. */
function withoutChain(parts: Parts, book: string): void {
  const chain = relationshipsOf(parts, book).find(({ type }) => type === 'calcChain');
  if (!chain) return;
  parts.delete(chain.target);
  const lists = ['[Content_Types].xml', book.replace(/([^/]+)$/, '_rels/$1.rels')];
  for (const list of lists) {
    let written = '';
    for (const { text, name, kind } of tokensOf(textOf(parts, list))) {
      const isOfChain =
        attributeOf(text, 'PartName') === `/${chain.target}` ||
        (name === 'Relationship' && attributeOf(text, 'Id') === chain.id);
      if (!(isOfChain && kind === 'empty')) written += text;
    }
    parts.set(list, Buffer.from(written));
  }
}
