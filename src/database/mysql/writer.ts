/** Writes rows from the bytes of their packets: they are copied; only what needs an escape or a translation is decoded. */
import type { ByteText } from '../../core/text/byte-text.js';
import type { PacketRow } from './row.js';
import { readFrom, type JsonColumn, type RowWriter } from '../row-writer.js';

const QUOTE = 34;
const BACKSLASH = 92;
const BLANK = 32;

/** A column: what stands before its value, and all that is said of it where it has none. */
interface Column {
  head: Buffer;
  empty: Buffer;
  form: JsonColumn['form'];
}

export class PacketWriter implements RowWriter {
  private readonly columns: Column[];

  constructor(private readonly members: readonly JsonColumn[]) {
    this.columns = members.map(({ name, form }, i) => {
      const head = `${i ? ',' : ''}"${name}":`;
      const quoted = form === 'quoted' ? '"' : '';
      return { head: Buffer.from(head + quoted), empty: Buffer.from(`${head}null`), form };
    });
  }

  selected(alias: string): string[] {
    return this.members.map((member) => readFrom(member, alias));
  }

  write(row: PacketRow, from: number, text: ByteText): void {
    row.seek(from);
    for (const column of this.columns) {
      row.next();
      if (row.from < 0) text.add(column.empty);
      else put(row, column, text);
    }
  }
}

function put({ bytes, from, to }: PacketRow, { head, form }: Column, text: ByteText): void {
  text.add(head);
  if (form === 'bare') text.add(bytes, from, to);
  else if (form === 'quoted') {
    text.add(bytes, from, to);
    text.addByte(QUOTE);
  } else if (typeof form === 'function') {
    text.text(JSON.stringify(form(bytes.toString('utf8', from, to))));
  } else if (needsEscape(bytes, from, to)) {
    text.text(JSON.stringify(bytes.toString('utf8', from, to)));
  } else {
    text.addByte(QUOTE);
    text.add(bytes, from, to);
    text.addByte(QUOTE);
  }
}

function needsEscape(bytes: Buffer, from: number, to: number): boolean {
  for (let i = from; i < to; i++) {
    const byte = bytes[i]!;
    if (byte < BLANK || byte === QUOTE || byte === BACKSLASH) return true;
  }
  return false;
}
