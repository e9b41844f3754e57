/** Which object each draft is: the map's id, the source's record, a mark in `ext_refs`, the rules of the type, or a new one. */
import { Message } from '../../core/i18n/messages.js';
import { comparesEnds, type RuleName } from '../identity/rules.js';
import { resolve, type Sought } from '../identity/resolve.js';
import type { Draft } from './draft.js';
import type { Kind } from './kinds.js';
import type { State } from './map-view.js';
import { entryOf, grouped, type Planning } from './planning.js';
import { isOwnRef, rulesOf } from './read-document.js';

/** The mark by which the older application and other programs know an object of a source. */
export const extRefOf = (source: string, ref: string): string => `{${source}}${ref}`;

/** The drafts of a wave: those whose rules compare ends wait until pointers are followed. */
export async function identify(planning: Planning, withEnds: boolean): Promise<void> {
  const groups = planning.touched(
    (draft) => draft.item !== undefined && rulesOf(planning, draft.kind, draft.item).some(comparesEnds) === withEnds,
  );
  for (const [kind, drafts] of groups) {
    await findRecorded(planning, kind, drafts);
    await findMarked(planning, kind, drafts);
    await findByRules(planning, kind, drafts);
    await loadRecords(planning, kind, drafts);
    refuseShared(planning, kind, drafts);
  }
}

/** By the map's own id, and by records whose objects are still there. */
async function findRecorded(planning: Planning, kind: Kind, drafts: readonly Draft[]): Promise<void> {
  const { view } = planning.situation;
  const ids = drafts.flatMap(({ id, item }) => [id, item!.id].filter((one) => one !== undefined));
  const states: ReadonlyMap<number, State> = ids.length ? await view.states(kind.path, [...new Set(ids)]) : new Map();
  for (const draft of drafts) {
    const { id } = draft.item!;
    if (id !== undefined) {
      if (!states.has(id)) planning.fail(draft, 'unresolved', 'feedNoObject', { id }, { said: id });
      else if (draft.id !== id) draft.by = 'id';
      draft.id = states.has(id) ? id : undefined;
    }
    // The object of a record may have been removed for good.
    if (draft.id === undefined || !states.has(draft.id)) draft.id = draft.by = undefined;
    else draft.isDeleted = states.get(draft.id) === 'deleted';
  }
}

async function findMarked(planning: Planning, kind: Kind, drafts: readonly Draft[]): Promise<void> {
  const open = drafts.filter(({ id, failed, item }) => id === undefined && !failed && item!.ref !== undefined);
  if (!open.length || !kind.fields.has('ext_refs')) return;
  const markOf = ({ item }: Draft): string => extRefOf(planning.source, item!.ref!);
  const found = await planning.situation.view.byExtRef(kind.path, open.map(markOf));
  for (const draft of open) settle(planning, draft, 'ext_refs', found.get(markOf(draft)) ?? []);
}

async function findByRules(planning: Planning, kind: Kind, drafts: readonly Draft[]): Promise<void> {
  const open = drafts
    .filter(({ id, failed }) => id === undefined && !failed)
    .map((draft): Sought & { draft: Draft } => ({
      draft,
      rules: rulesOf(planning, kind, draft.item!),
      keysOf: (rule) => draft.keysOf(rule),
    }));
  if (!open.length) return;
  const found = await resolve(kind.path, open, planning.situation.view);
  for (const [{ draft }, { by, ids }] of found) settle(planning, draft, by, ids);
}

function settle(planning: Planning, draft: Draft, by: 'ext_refs' | RuleName, ids: readonly number[]): void {
  if (ids.length > 1) {
    const values = { rule: by, objects: ids.map((id) => `#${id}`).join(', ') };
    planning.fail(draft, 'ambiguous', 'feedAmbiguous', values, { candidates: ids });
  } else if (ids.length) {
    draft.id = ids[0];
    draft.by = by;
  }
}

/** What was said of the objects found, by this source and by others. */
async function loadRecords(planning: Planning, kind: Kind, drafts: readonly Draft[]): Promise<void> {
  const found = drafts.filter(({ id }) => id !== undefined);
  if (!found.length) return;
  const ids = [...new Set(found.map(({ id }) => id!))];
  const byId = grouped(await planning.situation.view.records(kind.path, ids), ({ id }) => id);
  for (const draft of found) {
    const all = byId.get(draft.id!) ?? [];
    draft.own = all.find(({ source, ref }) => source === planning.source && ref === draft.ref);
    const former = all.filter(({ source, ref }) => source === planning.source && ref !== draft.ref);
    draft.adopts = !draft.own && !former.length;
    draft.others = all.filter((record) => record !== draft.own);
    if (!draft.own && former.length && !draft.failed) takeOver(planning, draft, former[0]!.ref, kind);
    if (draft.isDeleted)
      decideDeleted(
        planning,
        draft,
        all.some(({ marked }) => marked.deleted),
      );
  }
}

/** The object has a record of this source under another ref: it was made anew there, or two items mean one object. */
function takeOver(planning: Planning, draft: Draft, ref: string, kind: Kind): void {
  const record = draft.others.find((one) => one.source === planning.source && one.ref === ref)!;
  const { envelope } = planning.situation;
  const reported = planning.byRef.get(kind.path)?.has(ref) ?? false;
  const gone = envelope.mode === 'full' && !reported && record.scopes.every((scope) => scope === envelope.scope);
  // What was known by its name alone gets the tool's ref, once there is one.
  if (!reported && (gone || record.missing || !isOwnRef(ref))) {
    draft.movedFrom = ref;
    draft.own = record;
    draft.others = draft.others.filter((one) => one !== record);
    return;
  }
  const shown = isOwnRef(ref) ? ref : ref.slice(1);
  planning.fail(draft, 'other-ref', 'feedOtherRef', { id: draft.id!, ref: shown }, { candidates: [draft.id!] });
}

/** Deleted by a feed: it comes back. By a person: it stays away unless told otherwise. */
function decideDeleted(planning: Planning, draft: Draft, byFeed: boolean): void {
  if (byFeed || planning.options.deleted === 'restore') {
    draft.restores = true;
    return;
  }
  draft.leftOut = true;
  const known = draft.own?.kept.includes(DELETED_BY_HAND) ?? false;
  draft.kept.push(DELETED_BY_HAND);
  planning.find('kept', 'deleted-by-hand', draft, new Message('feedDeletedByHand'), { new: !known });
}

export const DELETED_BY_HAND = 'deleted-by-hand';

/** Two items for one object: neither is right by itself. */
function refuseShared(planning: Planning, kind: Kind, drafts: readonly Draft[]): void {
  const byId = entryOf(planning.byId, kind.path);
  for (const draft of drafts) {
    if (draft.id === undefined) continue;
    const other = byId.get(draft.id);
    if (!other || other === draft) {
      byId.set(draft.id, draft);
      continue;
    }
    for (const [one, two] of [
      [draft, other],
      [other, draft],
    ] as const) {
      if (one.unchanged) continue;
      const values = { item: two.number ?? 0, id: draft.id };
      if (!one.failed || one === draft)
        planning.fail(one, 'same-object', 'feedSameObject', values, { with: [two.number!] });
    }
  }
}
