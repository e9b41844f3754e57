/** A single object with related objects in it, as JSON text (contract 6). */
import { borrowText, returnText } from '../../core/text/byte-text.js';
import type { ListSource } from '../../database/database.js';
import type { RawRow } from '../../database/row-writer.js';
import { Budget, heldBack } from '../list/budget.js';
import { Embedding } from '../list/embed.js';
import { JoinKeys } from '../list/join-keys.js';
import type { AccessScope } from '../access-scope.js';
import type { Include } from '../list/include.js';
import { CLOSE } from './object-text.js';

/** What is embedded in a single object, for one request. */
export class SingleObject {
  private readonly keys: JoinKeys;

  constructor(
    private readonly includes: readonly Include[],
    private readonly access: AccessScope,
    private readonly database: ListSource,
    private readonly includeMax: number,
  ) {
    this.keys = new JoinKeys(includes, 0);
  }

  /** The `part` of an object that is asked for, and what the includes add to it. The pieces throw 400 where that is too much. */
  pieces(part: Record<string, unknown>, object: Record<string, unknown>): AsyncIterable<Buffer> {
    const row = {
      number: (index: number) => object[this.keys.names[index]!] as number | null,
      text: (index: number) => object[this.keys.names[index]!] as string | null,
    };
    const budget = new Budget(this.includeMax);
    return heldBack(this.written(JSON.stringify(part).slice(0, -1), row, budget), async () => {
      await this.embedding(new Budget(this.includeMax)).count(this.includes, [[row, 1]], this.keys);
      budget.grant();
    });
  }

  private async *written(begun: string, row: RawRow, budget: Budget): AsyncIterable<Buffer> {
    const embedding = this.embedding(budget);
    const add = await embedding.members(this.includes, [row], this.keys);
    const text = borrowText();
    text.text(begun);
    for (const full of add(row, text)) yield full.takeBytes();
    text.addByte(CLOSE);
    yield text.takeBytes();
    returnText(text);
    embedding.release();
  }

  private embedding(budget: Budget): Embedding {
    return new Embedding(this.database, this.access, budget);
  }
}
