/** Which changes of an object count: those of some fields, and those from one value to another. */
import type { VNode } from 'preact';
import { findOfKind, type FoundObject } from '../../api/find.js';
import { formOf, type Column, type Kind } from '../../api/kinds.js';
import { reachable, type MapOfKinds } from '../../api/map.js';
import { Wanted } from '../../api/names.js';
import { useNames } from '../../api/use-names.js';
import { fold } from '../../components/fold-text.js';
import { Picker, type Choice } from '../../components/picker.js';
import { t } from '../../i18n/index.js';
import { said, type Titles } from '../../i18n/titles.js';
import type { When } from './hook.js';

/** What is said elsewhere of every object. */
const SILENT = new Set(['id', 'created_at', 'updated_at', 'deleted_at']);
/** Fields that are offered at a time. */
const MOST = 30;

/** Columns and links of these kinds, or of all where there are none, by their titles. */
function fieldsOf({ kinds: all }: MapOfKinds, kinds: readonly Kind[], hasLinks: boolean): Map<string, Titles> {
  const found = new Map<string, Titles>();
  for (const kind of kinds.length ? kinds : all.values())
    for (const { name, titles } of [...kind.columns, ...(hasLinks ? kind.links : [])])
      if (!SILENT.has(name) && !found.has(name)) found.set(name, titles);
  return found;
}

interface FieldPickerOptions {
  label: string;
  titles: ReadonlyMap<string, Titles>;
  onPick: (name: string) => void;
}

/** Finds a field by what people call it. */
function FieldPicker({ label, titles, onPick }: FieldPickerOptions): VNode {
  const find = (text: string): Promise<readonly Choice[]> => {
    const wanted = fold(text);
    const all = [...titles].map(([key, both]) => ({ key, name: said(both).text, about: key }));
    const fitting = all.filter(({ key, name }) => fold(name).includes(wanted) || key.includes(wanted));
    return Promise.resolve(fitting.sort((a, b) => a.name.localeCompare(b.name)).slice(0, MOST));
  };
  return <Picker<Choice> label={label} placeholder={label} find={find} onPick={({ key }) => onPick(key)} />;
}

interface FieldsOptions {
  map: MapOfKinds;
  kinds: readonly Kind[];
  fields: readonly string[];
  onChange: (fields: readonly string[]) => void;
}

/** Updates count only where one of these changed. */
export function Fields({ map, kinds, fields, onChange }: FieldsOptions): VNode {
  const titles = fieldsOf(map, kinds, true);
  const titleOf = (name: string): string => said(titles.get(name) ?? { en: name }).text;
  return (
    <section aria-labelledby="hook-fields">
      <h3 id="hook-fields">{t('hooks.fields')}</h3>
      {fields.length > 0 && (
        <ul class="chosen" aria-label={t('hooks.fields')}>
          {fields.map((name) => (
            <li key={name}>
              {titleOf(name)}
              <button
                type="button"
                aria-label={t('form.remove', { name: titleOf(name) })}
                onClick={() => onChange(fields.filter((one) => one !== name))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <FieldPicker
        label={t('hooks.fields.add')}
        titles={new Map([...titles].filter(([name]) => !fields.includes(name)))}
        onPick={(name) => onChange([...fields, name])}
      />
    </section>
  );
}

interface ConditionsOptions {
  map: MapOfKinds;
  kinds: readonly Kind[];
  when: readonly When[];
  onChange: (when: readonly When[]) => void;
}

/** What a field was, and what it is. */
export function Conditions({ map, kinds, when, onChange }: ConditionsOptions): VNode {
  const titles = fieldsOf(map, kinds, false);
  const columnOf = (name: string): Column =>
    (kinds.length ? kinds : [...map.kinds.values()])
      .flatMap(({ columns }) => columns)
      .find((one) => one.name === name) ?? {
      ...{ name, titles: { en: name } },
      kind: 'string',
    };
  const put = (at: number, change: When): void => onChange(when.map((one, i) => (i === at ? change : one)));
  return (
    <section aria-labelledby="hook-when">
      <h3 id="hook-when">{t('hooks.when-changed')}</h3>
      <p class="admin-hint">{t('hooks.when-changed.about')}</p>
      <ul class="hook-rows">
        {when.map((one, at) => {
          const column = columnOf(one.field);
          const title = said(column.titles).text;
          const side = (name: 'from' | 'to'): VNode => (
            <Side
              map={map}
              column={column}
              label={t(`hooks.${name}`, { field: title })}
              word={t(`hooks.${name}.word`)}
              value={one[name]}
              onChange={(value) => {
                const { [name]: _, ...rest } = one;
                put(at, { ...rest, field: one.field, ...(value !== undefined && { [name]: value }) });
              }}
            />
          );
          return (
            <li key={`${one.field} ${at}`} class="hook-condition">
              <strong>{title}</strong>
              {side('from')}
              {side('to')}
              <button
                class="icon-button"
                type="button"
                aria-label={t('form.remove', { name: title })}
                onClick={() => onChange(when.filter((_, i) => i !== at))}
              >
                ×
              </button>
            </li>
          );
        })}
      </ul>
      <FieldPicker
        label={t('hooks.when-changed.add')}
        titles={titles}
        onPick={(field) => onChange([...when, { field, to: null }])}
      />
    </section>
  );
}

interface SideOptions {
  map: MapOfKinds;
  column: Column;
  label: string;
  word: string;
  /** Undefined: whatever it is. */
  value: unknown;
  onChange: (value: unknown) => void;
}

/** One side of a condition: whatever it is, empty, or a value. */
function Side({ map, column, label, word, value, onChange }: SideOptions): VNode {
  const form = formOf(column);
  const choices: Array<[unknown, string]> = column.codes
    ? column.codes.map((one) => [one.code, said(one).text])
    : form === 'flag'
      ? [
          [true, t('yes')],
          [false, t('no')],
        ]
      : [];
  const state = value === undefined ? 'any' : value === null ? 'empty' : choices.length ? `is ${String(value)}` : 'is';
  const choose = (next: string): void => {
    if (next === 'any') return onChange(undefined);
    if (next === 'empty') return onChange(null);
    onChange(choices.length ? choices.find(([one]) => `is ${String(one)}` === next)![0] : form === 'number' ? 0 : '');
  };
  return (
    <span class="hook-side">
      <span aria-hidden="true">{word}</span>
      <select aria-label={label} value={state} onChange={({ currentTarget }) => choose(currentTarget.value)}>
        <option value="any">{t('hooks.side.any')}</option>
        <option value="empty">{t('hooks.side.empty')}</option>
        {choices.length ? (
          choices.map(([one, title]) => (
            <option key={String(one)} value={`is ${String(one)}`}>
              {title}
            </option>
          ))
        ) : (
          <option value="is">{t('hooks.side.is')}</option>
        )}
      </select>
      {state === 'is' && <Exact map={map} column={column} label={label} value={value} onChange={onChange} />}
    </span>
  );
}

/** A value that is typed, or an object that is found. */
function Exact({ map, column, label, value, onChange }: Omit<SideOptions, 'word'>): VNode {
  const target = reachable(map, column.target);
  const wanted = new Wanted();
  wanted.want(target?.path, value);
  const names = useNames(map, wanted);
  if (target)
    return typeof value === 'number' ? (
      <span class="chosen-one">
        {names.get(target.path)?.get(value) ?? `#${value}`}
        <button type="button" aria-label={t('form.remove', { name: label })} onClick={() => onChange('')}>
          ×
        </button>
      </span>
    ) : (
      <Picker<FoundObject>
        label={label}
        find={(text, signal) => findOfKind(map, target, text, signal)}
        onPick={({ id }) => onChange(id)}
      />
    );
  const form = formOf(column);
  if (form === 'number' || form === 'minutes')
    return (
      <input
        type="number"
        aria-label={label}
        value={String(value)}
        onInput={({ currentTarget }) => onChange(currentTarget.valueAsNumber || 0)}
      />
    );
  return (
    <input
      type="text"
      aria-label={label}
      value={String(value)}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
