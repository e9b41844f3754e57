/** Bodies that name other objects, and what the API answers to them. */
import type { Field, ResourceModel } from '../../src/engine/index.js';
import { make, settable, valid, type Body } from '../support/make.js';
import { added, isFilled } from './deviations.js';
import type { Place } from './place.js';

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000000Z$/;

/** References that may stand together: one end of each side, and not both of two that stand in for each other. */
function references(resource: ResourceModel): Field[] {
  const ends = new Set<string>();
  return settable(resource).filter(({ ref, end, rules }) => {
    if (!ref || (rules.requiredUnless && ends.has('unless')) || (end && ends.has(end))) return false;
    ends.add(end ?? (rules.requiredUnless ? 'unless' : ''));
    return true;
  });
}

/** A valid body with every column that can be set, references included. */
export async function full(place: Place, resource: ResourceModel): Promise<Body> {
  const body: Body = {};
  for (const { name, ref } of references(resource)) body[name] = (await place.ids(ref!.target))[0];
  return make(resource, { ...body, ...(resource.path === 'cartographers' && (await place.body(resource.path))) });
}

/** A column that may be changed without consequences, and a valid new value for it. */
export async function aChange(place: Place, resource: ResourceModel): Promise<{ name: string; value: unknown }> {
  const open = resource.fields.filter(
    ({ writable, hidden }) => (writable === true || writable === 'update') && !hidden,
  );
  const plain = open.find(({ kind, rules }) => kind !== 'ref' && !rules.uniqueLive) ?? open[0]!;
  return { name: plain.name, value: plain.ref ? (await place.ids('roles'))[1] : valid(plain) };
}

/** The names of the keys of a whole object, in order: columns, then links (contract 6). */
export function keysOf(resource: ResourceModel): string[] {
  const shown = resource.links.filter((link) => link.shown).flatMap((link) => [link.name, ...link.alsoShownAs]);
  const columns = [...resource.fields.filter(({ hidden }) => !hidden), ...resource.also];
  return [...columns.map(({ name }) => name), ...shown];
}

/** The keys that an answer has, without those that the contract lets single resources add. */
export const keysAnswered = (resource: ResourceModel, answer: Body): string[] =>
  Object.keys(answer).filter((key) => !added(resource).includes(key));

/** What of a body is answered under another name, too. */
export const twinsIn = ({ also }: ResourceModel, body: Body): Body =>
  Object.fromEntries(also.flatMap(({ name, from }) => (from!.column in body ? [[name, body[from!.column]]] : [])));

/** What a created object answers for its columns and links. */
export function expected(resource: ResourceModel, body: Body, answer: Body): Body {
  const want: Body = {};
  for (const { name, kind, hidden, type, default: preset, boolean } of resource.fields) {
    if (hidden) continue;
    if (kind === 'id') want[name] = expect.any(Number);
    else if (name in body) want[name] = body[name];
    else if (type === 'timestamp' && name !== 'deleted_at') want[name] = expect.stringMatching(TIME);
    else if (isFilled(resource, name)) want[name] = answer[name];
    else want[name] = preset === undefined ? null : boolean ? preset === 1 : preset;
  }
  // A column of two names is answered under both.
  for (const { name, from } of resource.also) if (from?.tag === undefined) want[name] = want[from!.column];
  for (const { name, numbers } of resource.links) if (numbers) want[name] = null;
  for (const key of keysOf(resource)) if (!(key in want)) want[key] = [];
  for (const key of added(resource)) if (key in answer) want[key] = answer[key];
  return want;
}

/** Moves the times of an object into the past, so that a change of them shows. */
export async function backdate({ server }: Place, { table }: ResourceModel, id: number): Promise<void> {
  const at = '2001-02-03 04:05:06';
  await server.database.run(`UPDATE \`${table}\` SET created_at = ?, updated_at = ? WHERE id = ?`, [at, at, id]);
}
