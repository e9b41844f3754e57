// What a workbook or a document says, apart from how its parts are written: two packages that differ in every byte may say the same.
import { SaxesParser } from 'saxes';

/**
 * Lines that say what stands in a package: the cells of each sheet with their formats, or the paragraphs of a document with
 * their styles. Undefined for other packages.
 * @param parts texts by their names in the package
 */
export function said(parts) {
  if (parts['xl/workbook.xml']) return workbook(parts).join('\n');
  return parts['word/document.xml'] ? paragraphs(parts['word/document.xml']).join('\n') : undefined;
}

function workbook(parts) {
  const book = tree(parts['xl/workbook.xml']);
  const relations = tree(parts['xl/_rels/workbook.xml.rels']).all('Relationship');
  const targets = new Map(relations.map(({ at }) => [at.Id, `xl/${at.Target.replace(/^\/xl\//, '')}`]));
  const shared = parts['xl/sharedStrings.xml'] ? tree(parts['xl/sharedStrings.xml']).all('si').map(textIn) : [];
  const formats = formatsOf(tree(parts['xl/styles.xml']));
  const names = book.all('definedName').map(({ at, text }) => `name ${at.name} ${text}`);
  return [
    ...names.sort(),
    ...book
      .all('sheet')
      .flatMap(({ at }) => [`sheet ${at.name}`, ...sheet(parts[targets.get(at.id)], shared, formats)]),
  ];
}

function sheet(xml, shared, formats) {
  const root = tree(xml);
  const at = (name) => root.all(name)[0]?.at ?? {};
  const { xSplit = 0, ySplit = 0 } = at('pane');
  const { orientation, fitToWidth = 1, fitToHeight = 1 } = at('pageSetup');
  const isFitted = /^(1|true)$/.test(at('pageSetUpPr').fitToPage);
  const cells = root.all('c').flatMap((cell) => {
    const value = valueOf(cell, shared);
    const { r, s = 0 } = cell.at;
    return value === '' ? [] : [`${r} ${JSON.stringify(value)} ${formats[s]}`.trimEnd()];
  });
  return [
    `frozen ${xSplit} ${ySplit}; filter ${at('autoFilter').ref ?? ''}`,
    `paper ${orientation} ${isFitted ? `fitted ${fitToWidth} ${fitToHeight}` : ''}`,
    `widths ${root.all('col').flatMap(({ at: { min, max, width } }) => Array(max - min + 1).fill(Math.round(width)))}`,
    `merged ${root.all('mergeCell').map((merged) => merged.at.ref)}`,
    ...cells,
  ];
}

function valueOf(cell, shared) {
  const [formula] = cell.all('f');
  if (formula) return `=${formula.text}`;
  if (cell.at.t === 'inlineStr') return textIn(cell);
  const value = cell.all('v')[0]?.text ?? '';
  return cell.at.t === 's' ? shared[value] : value;
}

/** What each style of cells looks like: number format, font, ground, alignment. */
function formatsOf(styles) {
  const codes = new Map(styles.all('numFmt').map(({ at }) => [at.numFmtId, at.formatCode]));
  const [fonts, fills, xfs] = ['fonts', 'fills', 'cellXfs'].map((name) => styles.all(name)[0].children);
  return xfs.map(({ at: { numFmtId = '0', fontId = 0, fillId = 0 }, children }) => {
    const font = new Map(fonts[fontId].children.map((child) => [child.name, child.at]));
    const pattern = fills[fillId].all('patternFill')[0];
    const alignment = children.find(({ name }) => name === 'alignment')?.at ?? {};
    return [
      codes.get(numFmtId) ?? (numFmtId === '0' ? '' : numFmtId),
      font.has('b') && 'bold',
      font.has('i') && 'italic',
      font.get('color')?.rgb && `ink ${font.get('color').rgb}`,
      pattern?.at.patternType === 'solid' && `ground ${pattern.all('fgColor')[0]?.at.rgb}`,
      /^(1|true)$/.test(alignment.wrapText) && 'wrapped',
      alignment.horizontal,
    ]
      .filter(Boolean)
      .join(' ');
  });
}

/** The paragraphs of a document: style and text of each. */
const paragraphs = (xml) =>
  tree(xml)
    .all('p')
    .map((paragraph) => `${paragraph.all('pStyle')[0]?.at.val ?? ''}: ${textIn(paragraph)}`);

/** The text of all runs below an element. */
const textIn = (element) =>
  element
    .all('t')
    .map(({ text }) => text)
    .join('');

class Element {
  children = [];
  text = '';

  constructor(name, at) {
    this.name = name;
    this.at = at;
  }

  /** The elements of a name below this one, outermost and first ones first; none within one that was found. */
  all(name) {
    return this.children.flatMap((child) => (child.name === name ? [child] : child.all(name)));
  }
}

const local = (name) => name.slice(name.indexOf(':') + 1);

function tree(xml) {
  const parser = new SaxesParser();
  const open = [new Element('', {})];
  parser.on('opentag', ({ name, attributes }) => {
    const at = Object.fromEntries(Object.entries(attributes).map(([key, value]) => [local(key), value]));
    const element = new Element(local(name), at);
    open.at(-1).children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => (open.at(-1).text += text));
  parser.on('closetag', () => open.pop());
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(xml).close();
  return open[0];
}
