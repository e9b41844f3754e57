/** Writers and readers at work together: whoever follows the feed meets every committed change once, in the same order as all others. */

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
type Json = any;

/** One replica; its address may change when it is started again. */
export interface Replica {
  url: string;
}

export interface Outcome {
  /** Names of objects whose creation was answered with success, and versions written of each object, in order. */
  created: Set<string>;
  versions: Map<number, string[]>;
  /** Names that must never be met. */
  refused: Set<string>;
  /** What each reader met: ids of changes. */
  lists: string[][];
  /** The changes as the first reader met them. */
  changes: Json[];
}

const PATH = '/api/networks';

/**
 * Lets writers and readers work for so many milliseconds.
 * @param token of an administrator, which counts on every replica
 */
export async function runTogether(
  replicas: readonly Replica[],
  token: string,
  { writers, readers, milliseconds }: { writers: number; readers: number; milliseconds: number },
): Promise<Outcome> {
  const outcome: Outcome = { created: new Set(), versions: new Map(), refused: new Set(), lists: [], changes: [] };
  const until = Date.now() + milliseconds;
  let over = false;
  const replicaOf = (i: number): Replica => replicas[i % replicas.length]!;
  /** Undefined where nobody answered, or not to the end: the write may be stored or not. */
  const ask = async (replica: Replica, method: string, path: string, body?: object): Promise<Json> => {
    try {
      const response = await fetch(replica.url + path, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: response.status, body: await response.json() };
    } catch {
      await new Promise((wake) => setTimeout(wake, 50));
      return undefined;
    }
  };
  const write = async (w: number): Promise<void> => {
    const own: number[] = [];
    for (let i = 0; Date.now() < until; i++) {
      const name = `w${w}-${i}`;
      const replica = replicaOf(w + i);
      const kind = i % 6;
      if (kind === 0 || !own.length) {
        const answer = await ask(replica, 'POST', PATH, { name });
        if (answer?.status === 201) {
          outcome.created.add(name);
          own.push(answer.body.id as number);
        }
      } else if (kind === 1) {
        const items = Array.from({ length: w % 5 ? 5 : 200 }, (_, n) => ({ name: `${name}-${n}` }));
        const answer = await ask(replica, 'POST', `${PATH}/mass-store`, { items });
        if (answer?.status === 201) for (const item of items) outcome.created.add(item.name);
      } else if (kind === 2) {
        // The second item is refused, and the first is rolled back with it.
        outcome.refused.add(`${name}-r`);
        await ask(replica, 'POST', `${PATH}/mass-store`, { items: [{ name: `${name}-r` }, { name: null }] });
      } else if (kind === 3) {
        outcome.refused.add(`${name}-d`);
        await ask(replica, 'POST', `${PATH}?dry_run=1`, { name: `${name}-d` });
      } else {
        const id = own[i % own.length]!;
        const answer = await ask(replica, 'PATCH', `${PATH}/${id}`, { protocol_type: name });
        if (answer?.status === 200) outcome.versions.set(id, [...(outcome.versions.get(id) ?? []), name]);
      }
    }
  };
  const read = async (r: number): Promise<void> => {
    const list: string[] = [];
    outcome.lists[r] = list;
    let cursor = 'beginning';
    for (;;) {
      const last = over;
      const answer = await ask(replicaOf(r), 'GET', `/api/changes?since=${cursor}&limit=${50 + r * 7}&wait=1`);
      if (answer?.status !== 200) continue;
      const { changes, cursor: next, more } = answer.body;
      for (const change of changes) {
        list.push(change.id as string);
        if (r === 0) outcome.changes.push(change);
      }
      cursor = next as string;
      if (last && !more) return;
    }
  };
  const reading = Array.from({ length: readers * replicas.length }, (_, r) => read(r));
  await Promise.all(Array.from({ length: writers }, (_, w) => write(w)));
  over = true;
  await Promise.all(reading);
  return outcome;
}

/** What is wrong with an outcome; nothing where it is as promised. */
export function wrongIn({ created, versions, refused, lists, changes }: Outcome): Json {
  const met = new Map<string, number>();
  const told = new Map<number, string[]>();
  for (const { data } of changes) {
    if (data.action === 'created') met.set(data.object.name as string, (met.get(data.object.name as string) ?? 0) + 1);
    const version = data.changes?.protocol_type?.[1] as string | undefined;
    if (version !== undefined) told.set(data.id as number, [...(told.get(data.id as number) ?? []), version]);
  }
  // Writes that nobody answered may be there as well.
  const isInOrder = (wanted: readonly string[], there: readonly string[]): boolean => {
    let at = 0;
    for (const one of there) if (one === wanted[at]) at++;
    return at === wanted.length;
  };
  return {
    missed: [...created].filter((name) => met.get(name) !== 1).slice(0, 5),
    rolledBack: [...refused].filter((name) => met.has(name)).slice(0, 5),
    differing: lists.map((list, i) => (list.join() === lists[0]!.join() ? -1 : i)).filter((i) => i >= 0),
    twice: lists.map((list) => list.length - new Set(list).size).filter(Boolean),
    disorder: [...versions].filter(([id, wanted]) => !isInOrder(wanted, told.get(id) ?? [])).slice(0, 5),
  };
}

export const NOTHING_WRONG = { missed: [], rolledBack: [], differing: [], twice: [], disorder: [] };
