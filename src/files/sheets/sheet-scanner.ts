/** Makes rows of the elements of a worksheet. */
import type { Read } from './cells.js';
import type { SharedStrings } from './shared-strings.js';
import { broken, MOST_AT_ONCE, MOST_COLUMNS, MOST_ROWS, tooLarge, type SheetRow } from './sheet.js';
import { attribute, type XmlHandler } from './xml-scanner.js';

export class SheetScanner implements XmlHandler {
  private rows: SheetRow[] = [];
  private number = 0;
  private cells: Array<Read | undefined> = [];
  private column = -1;
  private type = '';
  private value = '';
  private inValue = false;
  private aid = false;

  constructor(private readonly strings: SharedStrings) {}

  /** The rows that are complete since this was last asked. */
  taken(): SheetRow[] {
    const { rows } = this;
    this.rows = [];
    return rows;
  }

  open(name: string, attributes: string): void {
    if (name === 'row') this.beginRow(attribute(attributes, 'r'));
    else if (name === 'c') this.beginCell(attributes);
    else if (name === 'rPh') this.aid = true;
    // `v` is a number, or what a formula gave; texts within the cell stand in `t`.
    else if (name === 'v' || (name === 't' && !this.aid)) this.inValue = true;
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.inValue = false;
    else if (name === 'rPh') this.aid = false;
    else if (name === 'c') this.endCell();
    else if (name === 'row') this.rows.push({ number: this.number, cells: this.cells });
  }

  text(text: string): void {
    if (!this.inValue) return;
    this.value += text;
    if (this.value.length > MOST_AT_ONCE) throw tooLarge(MOST_AT_ONCE);
  }

  private beginRow(reference: string | undefined): void {
    const number = reference === undefined ? this.number + 1 : Number(reference);
    if (!Number.isInteger(number) || number <= this.number || number > MOST_ROWS) throw broken('rowOrder');
    this.number = number;
    this.cells = [];
    this.column = -1;
  }

  private beginCell(attributes: string): void {
    const letters = /^[A-Z]{1,3}/.exec(attribute(attributes, 'r') ?? '')?.[0];
    this.column = letters ? columnOf(letters) : this.column + 1;
    this.type = attribute(attributes, 't') ?? 'n';
    this.value = '';
    this.inValue = false;
  }

  private endCell(): void {
    if (this.column < MOST_COLUMNS) this.cells[this.column] = this.read();
  }

  private read(): Read {
    if (this.type === 's') return this.strings.get(Number(this.value || NaN)) ?? null;
    if (this.type === 'b') return this.value.trim() === '1';
    if (this.type !== 'n') return this.value;
    const number = this.value.trim() === '' ? null : Number(this.value);
    return number === null || Number.isFinite(number) ? number : this.value;
  }
}

/** `A` → 0, `AB` → 27. */
const columnOf = (letters: string): number =>
  [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
