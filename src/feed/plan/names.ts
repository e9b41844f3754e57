/** Names are unique among live objects: what is taken is refused, or fitted. Names may be swapped. */
import { Message } from '../../core/i18n/messages.js';
import { fold } from '../../core/text/fold.js';
import { charactersIn } from '../../core/text/name-key.js';
import { MAX_CANDIDATES } from '../identity/candidates.js';
import type { Draft } from './draft.js';
import { fitted, MAX_NAME, tailed } from './fit-name.js';
import type { Kind } from './kinds.js';
import { listOf } from './groups.js';
import type { PlanBuilder } from './planning.js';

/** Checks the names that a plan gives, of all types. */
export async function checkNames(planning: PlanBuilder): Promise<void> {
  const groups = new Map<Kind, Draft[]>();
  await planning.turns.each(planning.drafts, (draft) => {
    const label = draft.kind.label?.name;
    if (draft.failed || label === undefined || !takesName(draft, label)) return;
    if (label in draft.after && planning.options.names === 'fit') shorten(planning, draft, label);
    listOf(groups, draft.kind).push(draft);
  });
  for (const [kind, drafts] of groups) {
    if (kind.isUnique(kind.label!.name)) await new NameCheck(planning, kind, kind.label!.name).run(drafts);
  }
}

/** What comes back takes its name again. */
const takesName = ({ after, restores }: Draft, label: string): boolean => label in after || restores;

function shorten(planning: PlanBuilder, draft: Draft, label: string): void {
  const name = String(draft.after[label] ?? '');
  if (charactersIn(name) > MAX_NAME) rename(planning, draft, label, fitted(name, MAX_NAME, name), name);
}

/** The names of one type. */
class NameCheck {
  /** Objects of the map by their names; 0 for one that is not to be told of. */
  private readonly held = new Map<string, readonly number[]>();
  private readonly given = new Set<string>();

  constructor(
    private readonly planning: PlanBuilder,
    private readonly kind: Kind,
    private readonly label: string,
  ) {}

  async run(drafts: readonly Draft[]): Promise<void> {
    const { planning, label } = this;
    const open = drafts.filter((draft) => takesName(draft, label));
    const { keepsNames } = this.kind;
    await this.ask(open.filter(({ isNameFree }) => keepsNames || !isNameFree).map((draft) => this.nameOf(draft)));
    const taken: Draft[] = [];
    await planning.turns.each(open, (draft) => {
      const name = this.nameOf(draft);
      if (this.isTaken(draft, name)) taken.push(draft);
      this.given.add(name);
    });
    const fits = planning.options.names === 'fit';
    if (fits) await this.ask(taken.map((draft) => fold(this.fallbackOf(draft))));
    for (const draft of taken) {
      if (fits) rename(planning, draft, label, this.fallbackOf(draft), draft.name);
      if (!takesName(draft, label)) continue;
      const name = this.nameOf(draft);
      if (!fits || this.isTaken(draft, name)) this.refuse(draft, name);
      this.given.add(name);
    }
  }

  private nameOf(draft: Draft): string {
    const { label } = this;
    return fold(String(label in draft.after ? (draft.after[label] ?? '') : draft.name));
  }

  private fallbackOf(draft: Draft): string {
    return tailed(draft.name, MAX_NAME, `${this.planning.source}/${draft.ref}`);
  }

  private async ask(names: readonly string[]): Promise<void> {
    const open = [...new Set(names)].filter((name) => !this.held.has(name));
    if (!open.length) return;
    const { view } = this.planning.situation;
    const found = [await view.byKeys(this.kind.path, 'name', open)];
    if (this.kind.keepsNames) found.push(await view.keptNames(this.kind.path, open));
    for (const names of found) {
      for (const [name, ids] of names) this.held.set(name, [...(this.held.get(name) ?? []), ...ids]);
    }
  }

  private isTaken(draft: Draft, name: string): boolean {
    return this.given.has(name) || this.isHeld(draft, name);
  }

  /** Someone of the map has the name and keeps it. */
  private isHeld(draft: Draft, name: string): boolean {
    return (this.held.get(name) ?? []).some((id) => {
      if (id === draft.id) return false;
      const other = this.planning.draftOf(this.kind.path, id);
      if (!other || other.failed) return true;
      if (other.deletes) return this.kind.keepsNames;
      return !(this.label in other.after) || this.nameOf(other) === name;
    });
  }

  private refuse(draft: Draft, name: string): void {
    const said = draft.name;
    const others = (this.held.get(name) ?? []).filter((id) => id && id !== draft.id).slice(0, MAX_CANDIDATES);
    const more = { field: this.label, said, ...(others.length && { with: others }) };
    this.planning.fail(draft, 'name-taken', new Message('feedNameTaken', { name: said }), {}, more);
  }
}

/** Gives another name; where the object has it already, nothing changes. */
function rename(planning: PlanBuilder, draft: Draft, label: string, name: string, whole: string): void {
  draft.rename(name);
  planning.find('warning', 'name-fitted', draft, new Message('feedNameFitted', { name }), {
    field: label,
    said: whole,
  });
}
