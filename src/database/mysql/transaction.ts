/** One transaction on MariaDB or MySQL: as few exchanges with the server as its statements allow. */
import { randomUUID } from 'node:crypto';
import type { Pool, PoolConnection, ResultSetHeader } from 'mysql2';
import { written } from './literal.js';
import type { Outcome, Param, Row, Scalar, Transaction } from '../database.js';

export type Answer = Row[] | ResultSetHeader;

/** `IN (?)` with a list of one is the same text with the value itself. */
const single = (param: Param): Param =>
  Array.isArray(param) && param.length === 1 && !Array.isArray(param[0]) ? (param[0] as Scalar) : param;

/**
 * Characters of a statement that is prepared. The server keeps what it makes of one for as long as its connection stands: of what
 * somebody may see of all kinds that were hundreds of MB for each connection.
 */
const MAX_PREPARED = 16 << 10;

/**
 * Runs one statement. Without lists it is prepared, once for each connection, which spares the server from parsing it
 * again; the text of a list varies with its length, so it is sent as text, and so is what is long.
 */
export function send(on: Pool | PoolConnection, sql: string, params: readonly Param[]): Promise<Answer> {
  const values = params.map(single);
  return new Promise((resolve, reject) => {
    const done = (error: Error | null, answer: unknown): void => (error ? reject(error) : resolve(answer as Answer));
    const isPrepared = values.length > 0 && sql.length <= MAX_PREPARED && !values.some(Array.isArray);
    if (isPrepared) on.execute(sql, values as Scalar[], done);
    else on.query(written(sql, values), done);
  });
}

/** What a statement without rows did. */
export function outcome(answer: Answer): Outcome {
  const { affectedRows = 0, insertId = 0 } = answer as ResultSetHeader;
  return { changes: affectedRows, insertId };
}

export class MysqlTransaction implements Transaction {
  readonly id = randomUUID();
  /** Statements with their values in them, to be sent before the next one. */
  private waiting: string[];
  private size = 0;
  /** The server knows of this transaction. */
  private begun = false;

  /**
   * `maxBufferedChars`: characters of statements that may wait before they are sent. `opening`: statements that begin the transaction. `apart`: every
   * statement is sent by itself, as a cluster needs it (docs/decisions/cluster.md).
   */
  constructor(
    private readonly connection: PoolConnection,
    private readonly observe: (sql: string) => void,
    private readonly maxBufferedChars: number,
    opening: readonly string[] = ['START TRANSACTION'],
    private readonly apart = false,
  ) {
    this.waiting = [...opening];
  }

  async all(sql: string, params: readonly Param[] = []): Promise<Row[]> {
    return (await this.last(sql, params)) as Row[];
  }

  async run(sql: string, params: readonly Param[] = []): Promise<Outcome> {
    return outcome(await this.last(sql, params));
  }

  async defer(sql: string, params: readonly Param[] = []): Promise<void> {
    this.observe(sql);
    if (this.isLarge(params)) await this.sendAfterQueue(sql, params);
    else {
      const text = written(sql, params);
      if (!this.hasRoom(text)) await this.flush();
      this.wait(text);
    }
  }

  async several(statements: ReadonlyArray<readonly [string, readonly Param[]]>): Promise<Row[][]> {
    const answers: Answer[] = [];
    for (const [sql, params] of statements) {
      this.observe(sql);
      const text = written(sql, params);
      if (!this.hasRoom(text)) answers.push(...(await this.flush()));
      this.wait(text);
    }
    answers.push(...(await this.flush()));
    return answers.slice(-statements.length) as Row[][];
  }

  /** Takes everything back. What waits is not sent any more. */
  async rollback(): Promise<void> {
    this.waiting = [];
    if (!this.begun) return;
    this.observe('ROLLBACK');
    await send(this.connection, 'ROLLBACK', []);
  }

  private async last(sql: string, params: readonly Param[]): Promise<Answer> {
    this.observe(sql);
    if (!this.waiting.length || this.isLarge(params)) return this.sendAfterQueue(sql, params);
    const text = written(sql, params);
    if (!this.hasRoom(text)) return this.sendAfterQueue(sql, params);
    this.wait(text);
    return (await this.flush()).at(-1)!;
  }

  /**
   * The values are so long that they are sent beside the statement: there they take their own bytes, while in its text some
   * signs take two, and the server takes no packet that is larger than its setting allows.
   */
  private isLarge(params: readonly Param[]): boolean {
    let length = 0;
    for (const param of params) {
      if (Array.isArray(param)) return false;
      if (typeof param === 'string') length += param.length;
    }
    return length > this.maxBufferedChars;
  }

  private hasRoom(text: string): boolean {
    return !this.waiting.length || this.size + text.length <= this.maxBufferedChars;
  }

  private wait(text: string): void {
    this.waiting.push(text);
    this.size += text.length;
  }

  /** Sends a statement behind what waits, in a packet of its own. */
  private async sendAfterQueue(sql: string, params: readonly Param[]): Promise<Answer> {
    await this.flush();
    return send(this.connection, sql, params);
  }

  /** Sends what waits in one packet; the server stops at the first statement that fails. */
  private async flush(): Promise<Answer[]> {
    const texts = this.waiting;
    this.waiting = [];
    this.size = 0;
    if (!texts.length) return [];
    this.begun = true;
    if (!this.apart) {
      const answer = await send(this.connection, texts.join('; '), []);
      return texts.length === 1 ? [answer] : (answer as unknown as Answer[]);
    }
    const answers: Answer[] = [];
    for (const text of texts) answers.push(await send(this.connection, text, []));
    return answers;
  }
}
