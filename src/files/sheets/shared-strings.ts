/** The texts that the cells of a workbook share, by number. */
import { MOST_SHARED, tooLarge } from './sheet.js';
import type { XmlHandler } from './xml-scanner.js';

export class SharedStrings implements XmlHandler {
  private readonly strings: string[] = [];
  private size = 0;
  private current = '';
  private inText = false;
  /** Within a reading aid, which is no part of the text. */
  private aid = false;

  /** The text of this number; undefined if there is none. */
  get(number: number): string | undefined {
    return this.strings[number];
  }

  open(name: string): void {
    if (name === 'rPh') this.aid = true;
    this.inText = name === 't' && !this.aid;
  }

  close(name: string): void {
    this.inText = false;
    if (name === 'rPh') this.aid = false;
    if (name !== 'si') return;
    this.strings.push(this.current);
    // An empty text takes room as well.
    this.size += this.current.length + 8;
    if (this.size > MOST_SHARED) throw tooLarge(MOST_SHARED);
    this.current = '';
  }

  text(text: string): void {
    if (!this.inText) return;
    this.current += text;
    if (this.size + this.current.length > MOST_SHARED) throw tooLarge(MOST_SHARED);
  }
}
