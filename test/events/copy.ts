/** A copy of the map that a program keeps: begun with single reads, and carried on with the feed of changes. */
import type { TestServer } from '../support/server.js';
import { checkEvent } from './documented.js';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
type Json = any;

/** Everything that follows a cursor, and the cursor behind it. */
export async function follow(
  server: TestServer,
  cursor: string,
  query = '',
  token?: string,
): Promise<{ changes: Json[]; cursor: string; resets: number }> {
  const changes: Json[] = [];
  let resets = 0;
  for (;;) {
    const { status, body } = await server.get(
      `/api/changes?since=${cursor}${query}`,
      token === undefined ? {} : { token },
    );
    if (status !== 200) throw new Error(JSON.stringify(body));
    body.changes.forEach(checkEvent);
    changes.push(...body.changes);
    cursor = body.cursor;
    if (body.reset) resets++;
    if (!body.more) return { changes, cursor, resets };
  }
}

export class Copy {
  readonly objects = new Map<string, Json>();

  /** Applies one change, as `docs/events.md` says it. */
  apply({ subject, data }: Json): void {
    const { action, object, changes = {}, links = {}, updated_at: updatedAt } = data;
    if (action === 'deleted') this.objects.delete(subject);
    if (object && action !== 'deleted') this.objects.set(subject, structuredClone(object));
    const held = this.objects.get(subject);
    if (action !== 'updated' || !held) return;
    for (const [name, [, after]] of Object.entries<Json>(changes)) held[name] = after;
    for (const [name, { added, removed }] of Object.entries<Json>(links)) {
      const gone = new Set(removed.map(text));
      const left = held[name].filter((element: Json) => !gone.has(text(element)));
      const there = new Set(left.map(text));
      const all = [...left, ...added.filter((element: Json) => !there.has(text(element)))];
      held[name] = all.sort((a, b) => idOf(a) - idOf(b));
    }
    if (updatedAt !== null) held.updated_at = updatedAt;
  }
}

const text = (element: Json): string => JSON.stringify(element);
const idOf = (element: Json): number => (typeof element === 'number' ? element : element.id);
