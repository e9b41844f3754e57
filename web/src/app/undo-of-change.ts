/** Puts back what one change did to many objects, in one request: what somebody has changed since stays as it is, and is told. */
import type { FormField } from '../api/form-fields.js';
import { holdsSame, sentOf, valuesOfMany, type Values } from '../api/former.js';
import type { Kind } from '../api/kinds.js';
import { tried } from '../api/send.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import type { Undo } from './notice.js';

/** What a change did to objects, by their ids: a field that it did not touch is in neither. */
export interface ChangeOfMany {
  kind: Kind;
  /** What the objects are called. */
  names: ReadonlyMap<number, string>;
  fields: readonly FormField[];
  former: ReadonlyMap<number, Values>;
  after: ReadonlyMap<number, Values>;
}

/** The names of the first ones, and how many more there are. */
export function fewOf(selected: ReadonlyMap<number, string>): string {
  const names = [...selected.values()].slice(0, 5).join(', ');
  return selected.size > 5 ? `${names} ${t('table.more', { count: selected.size - 5 })}` : names;
}

/** How it is taken back; undefined where nothing was changed. */
export function undoOfChange({
  kind,
  names,
  fields,
  former,
  after,
}: ChangeOfMany): Omit<Undo, 'to' | 'onDone'> | undefined {
  const changedOf = (id: number): FormField[] =>
    fields.filter(({ name }) => name in (former.get(id) ?? {})).filter((field) => differs(field, id));
  const differs = (field: FormField, id: number): boolean =>
    !holdsSame(field, former.get(id)?.[field.name], after.get(id)?.[field.name]);
  const changed = new Map(
    [...former.keys()].map((id) => [id, changedOf(id)] as const).filter(([, some]) => some.length),
  );
  if (!changed.size) return undefined;
  const path = `/api/${kind.path}/mass-update`;
  const send: Undo['send'] = async () => {
    const now = await valuesOfMany(kind, fields, [...changed.keys()]).catch(() => null);
    if (!now) return { status: 503, body: { message: t('server.away') } };
    const isAsLeft = (id: number, field: FormField): boolean =>
      now.has(id) && holdsSame(field, now.get(id)![field.name], after.get(id)?.[field.name]);
    const items = [...changed].flatMap(([id, some]) => {
      const left = some.filter((field) => isAsLeft(id, field));
      const values = left.map((field) => [field.name, sentOf(field, former.get(id)![field.name])]);
      return left.length ? [{ id, ...Object.fromEntries(values) }] : [];
    });
    const kept = [...changed].filter(([id, some]) => !some.every((field) => isAsLeft(id, field)));
    const answer = items.length ? await tried({ method: 'PUT', path, body: { items } }) : { status: 200, body: null };
    const few = fewOf(new Map(kept.map(([id]) => [id, names.get(id) ?? `#${id}`])));
    const done = t('form.mass.undone', { count: items.length });
    const but = t('form.mass.undone.but', { count: kept.length, names: few });
    return { ...answer, sentence: kept.length ? `${done} ${but}` : done };
  };
  const titles = Object.fromEntries(fields.map(({ name, titles: both }) => [name, said(both).text]));
  return { path, send, titles, label: t('form.mass.undo'), sentence: '' };
}
