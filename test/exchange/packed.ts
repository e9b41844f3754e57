/** Makes packed files by hand, so that they can lie about themselves. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface Part {
  name: string;
  content: Buffer | string;
  /** What the file says of the part's size, where that is not true. */
  claimed?: number;
}

const WORKBOOK: Part[] = [
  {
    name: '_rels/.rels',
    content: relations([['rId1', 'officeDocument', 'xl/workbook.xml']]),
  },
  {
    name: 'xl/workbook.xml',
    content: '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
  },
  {
    name: 'xl/_rels/workbook.xml.rels',
    content: relations([
      ['rId1', 'worksheet', 'worksheets/sheet1.xml'],
      ['rId2', 'sharedStrings', 'sharedStrings.xml'],
    ]),
  },
];

function relations(list: Array<[id: string, type: string, target: string]>): string {
  const one = ([id, type, target]: (typeof list)[number]): string =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/x/${type}" Target="${target}"/>`;
  return `<?xml version="1.0"?><Relationships>${list.map(one).join('')}</Relationships>`;
}

/** A workbook with these parts instead of, or beside, the usual ones. */
export function packedBook(sheet: string | Buffer, ...more: Part[]): Buffer {
  const parts = new Map(
    [...WORKBOOK, { name: 'xl/worksheets/sheet1.xml', content: sheet }, ...more].map((part) => [part.name, part]),
  );
  return packed([...parts.values()]);
}

/** A ZIP file. */
export function packed(parts: readonly Part[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content, claimed } of parts) {
    const bytes = Buffer.from(content);
    const small = deflateRawSync(bytes, { level: 1 });
    const facts = Buffer.alloc(20);
    facts.writeUInt16LE(8, 0);
    facts.writeUInt32LE(checksum(bytes), 6);
    facts.writeUInt32LE(small.length, 10);
    facts.writeUInt32LE(claimed ?? bytes.length, 14);
    facts.writeUInt16LE(Buffer.byteLength(name), 18);
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04\x14\0\0\0', 'latin1'),
      facts,
      Buffer.alloc(2),
      Buffer.from(name),
      small,
    ]);
    const tail = Buffer.alloc(16);
    tail.writeUInt32LE(offset, 12);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\0\x14\0\0\0', 'latin1'), facts, tail, Buffer.from(name)]),
    );
    files.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(parts.length, 8);
  end.writeUInt16LE(parts.length, 10);
  end.writeUInt32LE(listed.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...files, listed, end]);
}

const checksum = (bytes: Buffer): number => crc32(bytes) >>> 0;
