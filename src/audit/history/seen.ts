/** What a caller sees of objects as they were: where they may see them now, and without what is hidden from them now. */
import type { Caller } from '../../core/http/caller.js';
import type { Row, Session } from '../../database/database.js';
import type { AccessScopes, Answer, ResourceModel } from '../../engine/index.js';
import type { FeedReader } from '../../events/reader.js';
import type { FormerObject } from './former-object.js';

/** Who looks, and where rights are asked for. */
export interface Eyes {
  reader: FeedReader;
  scopes: AccessScopes;
  session: Pick<Session, 'all'>;
}

/** Objects as single reads answered them; undefined for those that were not there, or are not for the caller. */
export async function seenOf(
  eyes: Eyes,
  resource: ResourceModel,
  objects: readonly FormerObject[],
  verb: 'access' | 'show',
  caller: Caller,
): Promise<Array<Answer | undefined>> {
  const seen = await lookedAt(eyes, resource, objects, verb, caller, (object) => object.answer());
  return objects.map((object) => seen.get(object));
}

/** As `seenOf`, as rows are stored: for lists. By id. */
export async function seenRows(
  eyes: Eyes,
  resource: ResourceModel,
  objects: readonly FormerObject[],
  caller: Caller,
): Promise<ReadonlyMap<number, Row>> {
  const seen = await lookedAt(eyes, resource, objects, 'access', caller, (object) => object.stored());
  return new Map([...seen].map(([{ id }, row]) => [id, row as Row]));
}

async function lookedAt(
  { reader, scopes, session }: Eyes,
  resource: ResourceModel,
  objects: readonly FormerObject[],
  verb: 'access' | 'show',
  caller: Caller,
  made: (object: FormerObject) => Record<string, unknown>,
): Promise<Map<FormerObject, Answer>> {
  const there = await allowed(
    objects.filter(({ isThere }) => isThere),
    { scopes, session },
    resource,
    verb,
    caller,
  );
  const changes = there.map((object) => ({ data: asChange(resource, object.id, made(object)) }));
  const seen = await reader.visible(changes, session);
  return new Map(there.flatMap((object, i) => (seen[i] ? [[object, seen[i].data.object!] as const] : [])));
}

/** Those that the caller may see now; deleted ones count as if they were live. */
async function allowed(
  objects: readonly FormerObject[],
  { scopes, session }: Pick<Eyes, 'scopes' | 'session'>,
  resource: ResourceModel,
  verb: 'access' | 'show',
  caller: Caller,
): Promise<readonly FormerObject[]> {
  const scope = scopes.of(caller);
  const rows = scope.rows(resource, verb);
  if (rows === 'all' || !objects.length) return objects;
  if (rows === 'none') return [];
  const among = await scope.among(
    session,
    resource,
    rows,
    objects.map(({ id }) => id),
  );
  return objects.filter(({ id }) => among.has(id));
}

/** An object, by what a single read answers, as it is told of in a change that made it: who may see what of it is decided there. */
export const asChange = ({ path }: ResourceModel, id: number, object: Record<string, unknown>) => ({
  ...{ resource: path, id, action: 'created' as const, name: null, updated_at: null, object },
  ...{ by: { user_id: null, via: '' }, reason: null, request_id: null, transaction: '', origin: null },
});
