/** Rows put aside in a file, to be read again. */
import type { FileHandle } from 'node:fs/promises';
import { temporaryFile } from '../../files/temporary-file.js';
import type { Cell } from '../../files/table.js';

/** Where a batch of rows stands in the file. */
export interface Place {
  from: number;
  length: number;
}

export class RowFile {
  private end = 0;

  private constructor(private readonly file: FileHandle) {}

  static async open(): Promise<RowFile> {
    return new RowFile(await temporaryFile());
  }

  /** Puts a batch of rows aside. */
  async add(rows: readonly Cell[][]): Promise<Place> {
    const bytes = Buffer.from(JSON.stringify(rows));
    const place = { from: this.end, length: bytes.length };
    await this.file.write(bytes, 0, place.length, place.from);
    this.end += place.length;
    return place;
  }

  /** A batch of rows as it was put aside. */
  async get({ from, length }: Place): Promise<Cell[][]> {
    const bytes = Buffer.allocUnsafe(length);
    await this.file.read(bytes, 0, length, from);
    return JSON.parse(bytes.toString()) as Cell[][];
  }

  close(): Promise<void> {
    return this.file.close();
  }
}
