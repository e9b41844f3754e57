// A workbook in one pass, as short as the format allows, and the texts of the first sheet of any workbook.
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const FRAME = [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-` +
      `package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/officeDocument" ` +
      'Target="xl/workbook.xml"/></Relationships>',
  ],
  [
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="Sheet" sheetId="1" r:id="r1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="r1" Type="${OFFICE}/worksheet" ` +
      'Target="worksheets/sheet1.xml"/></Relationships>',
  ],
];
const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

function sheet(rows) {
  let text = `${XML}<worksheet xmlns="${MAIN}"><sheetData>`;
  for (const row of rows) {
    text += '<row>';
    for (const value of row) {
      if (value === null) text += '<c/>';
      else if (typeof value === 'number') text += `<c><v>${value}</v></c>`;
      else {
        const escaped = /[&<>]/.test(value) ? value.replace(/[&<>]/g, (sign) => ESCAPES[sign]) : value;
        text += `<c t="inlineStr"><is><t>${escaped}</t></is></c>`;
      }
    }
    text += '</row>';
  }
  return `${text}</sheetData></worksheet>`;
}

/** A workbook with one sheet of these rows. */
export function workbook(rows) {
  const [parts, directory] = [[], []];
  let offset = 0;
  for (const [name, text] of [...FRAME, ['xl/worksheets/sheet1.xml', sheet(rows)]]) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt16LE(0x21, 8);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), facts, place, Buffer.from(name));
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, listed, end]);
}

const SIGNS = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text) => text.replace(/&(amp|lt|gt|quot|apos);/g, (_, name) => SIGNS[name]);

/** The texts of the rows of the first sheet; shared strings are not looked up, since no side writes them. */
export function textsOf(file) {
  for (let at = file.lastIndexOf('PK\x05\x06'), entry = file.readUInt32LE(at + 16); ;) {
    if (file.toString('latin1', entry, entry + 2) !== 'PK' || entry >= at)
      throw new Error('a workbook without a sheet');
    const [size, length, extra, note] = [20, 28, 30, 32].map((place, i) =>
      i ? file.readUInt16LE(entry + place) : file.readUInt32LE(entry + place),
    );
    const local = file.readUInt32LE(entry + 42);
    if (file.toString('utf8', entry + 46, entry + 46 + length) === 'xl/worksheets/sheet1.xml') {
      const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
      return rowsOf(inflateRawSync(file.subarray(start, start + size)).toString());
    }
    entry += 46 + length + extra + note;
  }
}

function rowsOf(text) {
  const rows = text.split('<row').slice(1);
  const found = rows.map((row) => {
    const cells = [];
    for (const [, facts, inner = ''] of row.matchAll(/<c\b([^>]*?)(?:\/>|>(.*?)<\/c>)/gs)) {
      const column = /r="([A-Z]+)\d+"/.exec(facts)?.[1];
      const place = column
        ? [...column].reduce((sum, sign) => sum * 26 + sign.charCodeAt(0) - 64, 0) - 1
        : cells.length;
      cells[place] = plain(inner.replace(/<[^>]+>/g, '')) || null;
    }
    return cells;
  });
  return found.map((cells) => found[0].map((_, i) => cells[i] ?? null));
}
