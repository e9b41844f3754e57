/** What all reads answered at some moments, to be held against what is answered of these moments afterwards. */
import type { RandomMap } from '../../events/random-map.js';
import type { TestServer } from '../../support/server.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
type Json = any;

/** Answers as texts: lists by their path, single reads by path and id. */
export interface Dump {
  at: string;
  cursor: string;
  lists: Map<string, string>;
  objects: Map<string, string>;
}

export async function textOf(server: TestServer, path: string): Promise<string> {
  const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${server.token}` } });
  const text = await answer.text();
  return answer.status === 200 ? text : `${answer.status}`;
}

/** So many milliseconds, so that no two moments are the same. */
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds));

/** `isRead`: which objects are read alone. */
export async function dumpOf(
  server: TestServer,
  map: RandomMap,
  isRead: (subject: string) => boolean = () => true,
): Promise<Dump> {
  await pause(3);
  const at = new Date().toISOString();
  await pause(3);
  const { body } = await server.get('/api/changes?since=now');
  const dump: Dump = { at, cursor: `cursor:${body.cursor}`, lists: new Map(), objects: new Map() };
  for (const { path } of map.kinds) {
    const list = await textOf(server, `/api/${path}`);
    dump.lists.set(path, list);
    for (const { id } of JSON.parse(list) as Json[])
      if (isRead(`${path}/${id}`)) dump.objects.set(`${path}/${id}`, await textOf(server, `/api/${path}/${id}`));
  }
  return dump;
}

/** Where what is answered of the moment of a dump differs from it: lists, and single reads, of objects that were not there as well. */
export async function differences(
  server: TestServer,
  dump: Dump,
  asOf: string,
  subjects: Iterable<string>,
): Promise<Json[]> {
  const wrong: Json[] = [];
  const query = `as_of=${encodeURIComponent(asOf)}`;
  for (const [path, was] of dump.lists) {
    const is = await textOf(server, `/api/${path}?${query}`);
    if (is !== was) wrong.push({ list: path, was, is });
  }
  for (const subject of subjects) {
    const was = dump.objects.get(subject) ?? '404';
    const is = await textOf(server, `/api/${subject}?${query}`);
    if (is !== was) wrong.push({ subject, was, is });
  }
  return wrong;
}
