/** Scenes in which clients get into each other's way, on one server or on several; each returns what it counted. */
import type { TestServer } from '../../support/server.js';
import { atOnce, change, statusesOf, stored } from './crowd.js';
import { writersOf, type Writer } from './writers.js';

type Json = Record<string, unknown>;

/** Servers on one database. */
type Servers = readonly [TestServer, ...TestServer[]];

const of = (servers: Servers, i: number): TestServer => servers[i % servers.length]!;

/** What the writers of one object left behind. */
export interface Contended {
  statuses: Record<number, number>;
  /** Fields whose value is not the last that their writer wrote. */
  lost: string[];
  /** Changes that the journal ought to tell, and those that it tells in order, each beginning with what the last one left. */
  written: number;
  journalled: number;
}

/** Each of `count` writers changes a field of its own `times` times, one after the other; all of them at once. */
export async function contendedObject(servers: Servers, count: number, times: number): Promise<Contended> {
  const { id, writers } = await writersOf(servers[0], count);
  const answers = await atOnce(writers.length, async (i) => {
    const { path, field, value } = writers[i]!;
    const own: number[] = [];
    for (let n = 0; n < times; n++) own.push((await change(of(servers, i + n), path, { [field]: value(n) })).status);
    return own.map((status) => ({ status }));
  });
  const { data } = (await servers[0].get(`/api/applications/${id}`)).body as { data: Json };
  const lost: string[] = [];
  let journalled = 0;
  for (const writer of writers) {
    const last = writer.value(times - 1);
    const now = writer.path.includes('logical-servers')
      ? (data['logical_servers'] as number[]).includes(writer.subject.id)
        ? [id]
        : []
      : data[writer.field];
    if (JSON.stringify(now) !== JSON.stringify(last)) lost.push(writer.field);
    journalled += await chained(servers[0], writer, times);
  }
  return { statuses: statusesOf(answers.flat()), lost, written: writers.length * times, journalled };
}

/** The entries of the journal that tell of a writer's changes, in order and without a gap; the count ends at the first that does not. */
async function chained({ database }: TestServer, { subject, field, value }: Writer, times: number): Promise<number> {
  const rows = await database.all(
    "SELECT properties FROM audit_logs WHERE description = 'updated' AND subject_type = ? AND subject_id = ? " +
      'AND properties LIKE ? ORDER BY id',
    [subject.type, subject.id, `%"after":{"${field}":%`],
  );
  let before: string | undefined;
  for (let n = 0; n < times; n++) {
    const told = JSON.parse(String(rows[n]?.['properties'] ?? '{}')) as { before?: Json; after?: Json };
    const after = JSON.stringify(told.after?.[field]);
    if (after !== JSON.stringify(value(n))) return n;
    if (before !== undefined && JSON.stringify(told.before?.[field]) !== before) return n;
    before = after;
  }
  return rows.length;
}

/** `count` clients change one object with the tag that they all read, `rounds` times: the winners of each round. */
export async function sameTag(servers: Servers, count: number, rounds: number): Promise<Record<number, number>[]> {
  const [id] = await stored(servers[0], 'applications', ['tagged']);
  const path = `/api/applications/${id!}`;
  const found: Record<number, number>[] = [];
  for (let round = 0; round < rounds; round++) {
    const tag = (await servers[0].get(path, { documented: false })).headers.get('etag')!;
    const options = { headers: { 'if-match': tag }, documented: false };
    const answers = await atOnce(count, (i) => of(servers, i).patch(path, { vendor: `vendor ${round} ${i}` }, options));
    found.push(statusesOf(answers));
  }
  return found;
}

/** `count` creates of one name at once, `rounds` times with another name and kind. */
export async function sameName(
  servers: Servers,
  count: number,
  rounds: number,
): Promise<Array<Record<number, number> & { live: number }>> {
  const kinds = ['networks', 'applications', 'sites', 'logical-servers'];
  const found = [];
  for (let round = 0; round < rounds; round++) {
    const [path, name] = [`/api/${kinds[round % kinds.length]!}`, `only one ${round}`];
    const answers = await atOnce(count, (i) => of(servers, i).post(path, { name }, { documented: false }));
    const { body } = await servers[0].get(`${path}?filter[name_in]=${encodeURIComponent(name)}`);
    found.push({ ...statusesOf(answers), live: (body as unknown[]).length });
  }
  return found;
}
