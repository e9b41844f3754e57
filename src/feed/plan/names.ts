/** Names are unique among live objects: what is taken is refused, or fitted. Names may be swapped. */
import { Message } from '../../core/i18n/messages.js';
import { fold } from '../../core/text/fold.js';
import { charactersIn } from '../../core/text/name-key.js';
import type { Draft } from './draft.js';
import { fitted, MAX_NAME, tailed } from './fit-name.js';
import type { Kind } from './kinds.js';
import { grouped, type Planning } from './planning.js';

/** Checks the names that a plan gives, of all types. */
export async function checkNames(planning: Planning): Promise<void> {
  const named = planning.drafts.filter(({ kind, failed, outcome }) => {
    const label = kind.label?.name;
    return !failed && label !== undefined && outcome.values.has(label);
  });
  for (const [kind, drafts] of grouped(named, ({ kind }) => kind)) {
    if (planning.options.names === 'fit') for (const draft of drafts) shorten(planning, draft, kind.label!.name);
    if (kind.isUnique(kind.label!.name)) await checkKind(planning, kind, drafts);
  }
}

function shorten(planning: Planning, draft: Draft, label: string): void {
  const name = String(draft.outcome.values.get(label)?.after ?? '');
  if (charactersIn(name) > MAX_NAME) rename(planning, draft, label, fitted(name, MAX_NAME, name), name);
}

async function checkKind(planning: Planning, kind: Kind, drafts: readonly Draft[]): Promise<void> {
  const label = kind.label!.name;
  const nameOf = (draft: Draft): string => fold(String(draft.outcome.values.get(label)?.after ?? ''));
  const open = drafts.filter((draft) => !draft.failed && draft.outcome.values.has(label));
  const fits = planning.options.names === 'fit';
  const fallbackOf = (draft: Draft): string =>
    tailed(String(draft.outcome.values.get(label)!.after), MAX_NAME, `${planning.source}/${draft.ref}`);
  const asked = open.flatMap((draft) => [nameOf(draft), ...(fits ? [fold(fallbackOf(draft))] : [])]);
  const held = await planning.situation.view.byKeys(kind.path, 'name', [...new Set(asked)]);
  /** Someone of the map has the name and keeps it. */
  const isHeld = (name: string, draft: Draft): boolean =>
    (held.get(name) ?? []).some((id) => {
      if (id === draft.id) return false;
      const other = planning.draftOf(kind.path, id);
      if (!other || other.failed) return true;
      const after = other.outcome.values.get(label)?.after;
      return !other.deletes && (after === undefined || fold(String(after)) === name);
    });
  const given = new Set<string>();
  for (const draft of open) {
    let name = nameOf(draft);
    if (fits && (given.has(name) || isHeld(name, draft))) {
      const whole = String(draft.outcome.values.get(label)!.after);
      rename(planning, draft, label, fallbackOf(draft), whole);
      name = draft.outcome.values.has(label) ? nameOf(draft) : '';
      if (!name) continue;
    }
    if (given.has(name) || isHeld(name, draft)) {
      const said = draft.outcome.values.get(label)!.after;
      const others = (held.get(name) ?? []).filter((id) => id !== draft.id);
      const more = { field: label, said, ...(others.length && { with: others }) };
      planning.fail(draft, 'name-taken', new Message('feedNameTaken', { name: String(said) }), {}, more);
    }
    given.add(name);
  }
}

/** Gives another name; where the object has it already, nothing changes. */
function rename(planning: Planning, draft: Draft, label: string, name: string, whole: string): void {
  const before = draft.outcome.values.get(label)!.before;
  if (before === name) draft.outcome.values.delete(label);
  else draft.outcome.values.set(label, { before, after: name });
  if (draft.record && label in draft.record.says)
    draft.record = { ...draft.record, says: { ...draft.record.says, [label]: name } };
  else if (draft.record && label in draft.record.leaves) {
    draft.record = { ...draft.record, leaves: { ...draft.record.leaves, [label]: name } };
  }
  planning.find('warning', 'name-fitted', draft, new Message('feedNameFitted', { name }), {
    field: label,
    said: whole,
  });
}
