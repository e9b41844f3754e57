/** Reads everything back and holds it to what the clients know. */
import type { Client } from './http.js';
import { ABSENT, type Ledger, type State, type Thing } from './ledger.js';
import { hashOf, LINKED, PATHS } from './writer.js';

interface Named {
  id: number;
  name: string;
  filename?: string;
  description?: string | null;
  hash?: string;
}

type Linked = Named & { applications?: number[]; logical_servers?: number[] };

/** Every violation, in words. An object that nobody knows of is one too. */
export async function violations(client: Client, ledger: Ledger): Promise<string[]> {
  const found = [...ledger.wrong];
  const tell = (problem: string | undefined): void => void (problem && found.push(problem));
  for (const kind of ['single', 'mass']) {
    const rows = groups(await listOf(client, PATHS[kind]!), kind === 'mass');
    for (const thing of ledger.of(kind)) tell(thing.judge(stateOf(rows.get(thing.name), kind === 'mass' ? 20 : 1)));
  }
  for (const problem of await documents(client, ledger.of('document'))) tell(problem);
  for (const thing of ledger.of('links')) for (const state of await matrices(client, thing)) tell(thing.judge(state));
  return found;
}

async function listOf<T = Named>(client: Client, path: string): Promise<T[]> {
  const { status, body } = await client.send('GET', path);
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(body)}`);
  return body as T[];
}

/** Rows by the name of their thing: objects of a mass action have a number behind it. */
function groups(rows: Named[], mass: boolean): Map<string, Named[]> {
  const all = new Map<string, Named[]>();
  for (const row of rows) {
    const name = mass ? row.name.replace(/-\d+$/, '') : row.name;
    all.set(name, [...(all.get(name) ?? []), row]);
  }
  return all;
}

function stateOf(rows: Named[] | undefined, whole: number): State {
  if (!rows) return ABSENT;
  const states = [...new Set(rows.map(({ description }) => description))];
  if (rows.length !== whole || states.length !== 1) return `${rows.length} objects, ${states.join(' and ')}`;
  return String(states[0]);
}

/** Every document must have its bytes, and those that were stored last. */
async function documents(client: Client, things: Thing[]): Promise<string[]> {
  const rows = new Map((await listOf(client, PATHS['document']!)).map((row) => [row.filename!, row]));
  const found: string[] = [];
  for (const thing of things) {
    const row = rows.get(thing.name);
    const problem = thing.judge(row?.hash ?? ABSENT);
    if (problem) found.push(problem);
  }
  for (const { id, filename, hash } of rows.values()) {
    const { status, body } = await client.send('GET', `${PATHS['document']}/${id}/download`);
    if (status !== 200) found.push(`document ${filename}: its bytes are answered with ${status}`);
    else if (hashOf(body as Buffer) !== hash) found.push(`document ${filename}: other bytes than its hash says`);
  }
  return found;
}

/** The links among the objects of a writer, as seen from either end. */
async function matrices(client: Client, { name }: Thing): Promise<State[]> {
  const read = async (path: string, letter: string): Promise<Linked[]> =>
    Promise.all(
      Array.from({ length: LINKED }, async (_, at) => {
        const query = new URLSearchParams({ 'filter[name]': `${name}-${letter}${at}` });
        const [row] = await listOf(client, `${path}?${query.toString()}`);
        const { body } = await client.send('GET', `${path}/${row!.id}`);
        return (body.data ?? body) as Linked;
      }),
    );
  const servers = await read(PATHS['server']!, 's');
  const applications = await read(PATHS['application']!, 'a');
  const cells = (linked: (server: Linked, application: Linked) => boolean | undefined): State =>
    servers.flatMap((server) => applications.map((one) => (linked(server, one) ? '1' : '0'))).join('');
  return [
    cells((server, application) => server.applications?.includes(application.id)),
    cells((server, application) => application.logical_servers?.includes(server.id)),
  ];
}
