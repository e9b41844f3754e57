/** Tables that people share: those over kinds that the reader may list, which the menu shows to all of them. */
import { Store } from '../store.js';
import { send, tried, type Answer } from './send.js';

/** A shared table, and the address at which it is shown. */
export interface SharedTable {
  id: number;
  name: string;
  /** The path of its kind. */
  kind: string;
  query: string;
  href: string;
  /** Who shared it; null once they are gone for good. */
  person: { id: number; name: string } | null;
}

const PATH = '/api/shared-tables';

export class SharedTables {
  /** How often something was shared or taken away here: who shows them hears of it. */
  readonly changes = new Store(0);

  private constructor(private tables: readonly SharedTable[]) {}

  /** Asks the server; without an answer there are none, and the menu lacks nothing else. */
  static async fetch(): Promise<SharedTables> {
    return new SharedTables(await fetchAll().catch(() => []));
  }

  /** In the order of their names. */
  get all(): readonly SharedTable[] {
    return this.tables;
  }

  /** Shares a table, or gives the reader's own one another name; answers as the server does. */
  async share(kind: string, query: string, name: string): Promise<Pick<Answer, 'status' | 'body'>> {
    return this.changed(await tried({ method: 'POST', path: PATH, body: { kind, query, name } }));
  }

  /** Takes one away; answers as the server does. */
  async remove(id: number): Promise<Pick<Answer, 'status' | 'body'>> {
    return this.changed(await tried({ method: 'DELETE', path: `${PATH}/${id}` }));
  }

  private async changed(answer: Pick<Answer, 'status' | 'body'>): Promise<Pick<Answer, 'status' | 'body'>> {
    if (answer.status < 400) this.tables = await fetchAll().catch(() => this.tables);
    this.changes.set(this.changes.get() + 1);
    return answer;
  }
}

async function fetchAll(): Promise<SharedTable[]> {
  const { status, body } = await send({ method: 'GET', path: PATH });
  if (status >= 400) return [];
  const { data } = body as { data: Array<Omit<SharedTable, 'href'>> };
  return data
    .map((one) => ({ ...one, href: `/objects/${one.kind}${one.query && `?${one.query}`}` }))
    .sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
}
