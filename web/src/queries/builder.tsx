/** A question put together in words: about which kind, which of its objects, what to show of them, in which order. */
import type { TargetedInputEvent, VNode } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { formOf, type Column, type Kind } from '../api/kinds.js';
import { MinutesField } from '../components/minutes.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { Words } from './glossary.js';
import { headingOf } from './headings.js';
import {
  columnAt,
  comparableWith,
  isCount,
  isGroup,
  kindAt,
  MOST_DEPTH,
  pathOf,
  questionAbout,
  takesColumn,
  takesValue,
  testsOf,
  valuesIn,
  type PlainCondition,
  type PlainGroup,
  type PlainPart,
  type PlainQuery,
  type PlainTest,
  type Way,
} from './plain.js';
import { WayFields } from './way.js';

interface BuilderOptions {
  /** Null where nothing is asked yet. */
  query: PlainQuery | null;
  kinds: ReadonlyMap<string, Kind>;
  onChange: (query: PlainQuery) => void;
}

const NOTHING: PlainCondition = { links: [], column: '', test: 'is', value: '' };

export function Builder({ query, kinds, onChange }: BuilderOptions): VNode {
  const id = useId();
  const kind = query ? kinds.get(query.from) : undefined;
  const sorted = [...kinds.values()]
    .map((one) => ({ path: one.path, title: said(one.titles).text }))
    .sort((a, b) => a.title.localeCompare(b.title, locale()));
  return (
    <section class="ask" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t('queries.form')}</h2>
      <label for={id}>{t('queries.begin')}</label>
      <select
        id={id}
        value={query?.from ?? ''}
        onChange={({ currentTarget: { value } }) => {
          const chosen = kinds.get(value);
          if (chosen) onChange(questionAbout(chosen));
        }}
      >
        {!query && <option value="">{t('builder.choose')}</option>}
        {sorted.map(({ path, title }) => (
          <option key={path} value={path}>
            {title}
          </option>
        ))}
      </select>
      {query && kind && (
        <>
          <Group
            group={query.where}
            around={[query.from]}
            kinds={kinds}
            prefix=""
            depth={0}
            legend={t('queries.form.where')}
            onChange={(where) => onChange({ ...query, where })}
          />
          <Shown query={query} kinds={kinds} onChange={onChange} />
          <Order query={query} kind={kind} onChange={onChange} />
        </>
      )}
    </section>
  );
}

interface PartOptions {
  query: PlainQuery;
  kinds: ReadonlyMap<string, Kind>;
  onChange: (query: PlainQuery) => void;
}

/** How the conditions of a group join, in the words of the page: those of the question, and of a group within it. */
const JOINS = ['all', 'any', 'none'] as const;

interface GroupOptions {
  group: PlainGroup;
  /** The paths of the kind that it is about, and of those of the objects around it, from within outwards. */
  around: readonly string[];
  kinds: ReadonlyMap<string, Kind>;
  /** What stands before the numbers of its rows; empty for the question itself. */
  prefix: string;
  /** How many groups it is within. */
  depth: number;
  legend: string;
  onChange: (group: PlainGroup) => void;
  /** What takes the whole group away. */
  onRemove?: () => void;
  /** It was asked for just now: the button that did so is gone. */
  isNew?: boolean;
}

/** Conditions and how they join; groups stand within groups. Without its last condition a group is none. */
function Group({ group, around, kinds, prefix, depth, legend, onChange, onRemove, isNew }: GroupOptions): VNode {
  const { join, parts } = group;
  const add = useRef<HTMLButtonElement>(null);
  const joins = useRef<HTMLSelectElement>(null);
  useEffect(() => {
    if (isNew) joins.current?.focus();
  }, []);
  const isWhole = depth === 0;
  const change = (next: readonly PlainPart[]): void => onChange({ ...group, parts: next });
  const replace = (i: number, next: PlainPart): void => change(parts.map((one, at) => (at === i ? next : one)));
  const remove = (i: number): void => {
    if (parts.length === 1 && onRemove) return onRemove();
    change(parts.filter((_, at) => at !== i));
    add.current!.focus();
  };
  return (
    <fieldset class={isWhole ? undefined : 'ask-group'}>
      <legend>{legend}</legend>
      {(!isWhole || parts.length > 1 || join !== 'all') && (
        <select
          class="ask-join"
          ref={joins}
          aria-label={prefix ? `${t('queries.form.join')} (${prefix})` : t('queries.form.join')}
          value={join}
          onChange={({ currentTarget: { value } }) => onChange({ ...group, join: value as PlainGroup['join'] })}
        >
          {JOINS.map((one) => (
            <option key={one} value={one}>
              {t(isWhole ? `queries.form.${one}` : `queries.form.group.${one}`)}
            </option>
          ))}
        </select>
      )}
      {parts.map((part, i) => {
        const number = `${prefix && `${prefix}.`}${i + 1}`;
        const common = { around, kinds, depth, onRemove: () => remove(i) };
        // Rows have nothing by which they could be told but their place.
        return isGroup(part) ? (
          <Group
            key={i}
            {...common}
            group={part}
            prefix={number}
            depth={depth + 1}
            legend={t('queries.form.group', { number })}
            onChange={(next) => replace(i, next)}
          />
        ) : (
          <Condition key={i} {...common} number={number} condition={part} onChange={(next) => replace(i, next)} />
        );
      })}
      <div class="ask-buttons">
        <button class="quiet" type="button" ref={add} onClick={() => change([...parts, NOTHING])}>
          {t('queries.form.add-condition')}
        </button>
        {depth < MOST_DEPTH && (
          <button
            class="quiet"
            type="button"
            onClick={() => change([...parts, { join: join === 'any' ? 'all' : 'any', parts: [NOTHING] }])}
          >
            {t('queries.form.add-group')}
          </button>
        )}
        {onRemove && (
          <button class="quiet" type="button" onClick={onRemove}>
            {t('queries.form.remove-group')}
          </button>
        )}
      </div>
    </fieldset>
  );
}

interface ConditionOptions {
  number: string;
  around: readonly string[];
  kinds: ReadonlyMap<string, Kind>;
  condition: PlainCondition;
  depth: number;
  onChange: (condition: PlainCondition) => void;
  onRemove: () => void;
}

function Condition({ number, around, kinds, condition, depth, onChange, onRemove }: ConditionOptions): VNode {
  const from = around[0]!;
  const { links, column: name, test, value, other, where } = condition;
  const isChosen = name !== '' || links.length > 0;
  const column = columnAt(from, condition, kinds);
  const related = name === '' && links.length > 0 ? kindAt(from, links, kinds) : undefined;
  const more = useRef<HTMLButtonElement>(null);
  const [wasAsked, setAsked] = useState(false);
  const choose = (way: Way): void => {
    const [usual = 'is', ...others] = testsOf(columnAt(from, way, kinds), way.links.length);
    const isSame = pathOf(way) === pathOf(condition);
    onChange(isSame && [usual, ...others].includes(test) ? condition : { ...way, test: usual, value: '' });
  };
  const ask = (next: PlainTest): void => {
    const { other: _other, ...rest } = condition;
    // A code is no list, and a list no code.
    const isList = (one: PlainTest): boolean => one === 'one-of' || one === 'none-of';
    const stays = !column?.codes || isList(next) === isList(test);
    onChange({ ...(takesColumn(next) ? condition : rest), test: next, value: stays ? value : '' });
  };
  return (
    <div class="ask-row" role="group" aria-label={t('queries.form.condition', { number })}>
      <WayFields
        from={from}
        way={condition}
        kinds={kinds}
        label={t('builder.column')}
        none={t('queries.form.itself')}
        onChange={choose}
      />
      {isChosen && (
        <select
          aria-label={t('builder.operator')}
          value={test}
          onChange={({ currentTarget }) => ask(currentTarget.value as PlainTest)}
        >
          {testsOf(column, links.length).map((one) => (
            <option key={one} value={one}>
              {t(`queries.test.${one}`)}
            </option>
          ))}
        </select>
      )}
      {column && takesColumn(test) && (
        <OtherColumn
          column={column}
          around={around}
          kinds={kinds}
          itself={pathOf(condition)}
          other={other}
          onChange={(next) => {
            const { other: _other, ...rest } = condition;
            onChange(next === undefined ? rest : { ...rest, value: '', other: next });
          }}
        />
      )}
      {isChosen && takesValue(test) && other === undefined && (
        <ValueField
          column={column}
          test={test}
          value={value}
          onChange={(next) => onChange({ ...condition, value: next })}
        />
      )}
      <button
        class="icon-button"
        type="button"
        aria-label={t('queries.form.remove-condition', { number })}
        onClick={onRemove}
      >
        ×
      </button>
      {related && !where && test === 'has-none' && links.length > 1 && depth < MOST_DEPTH && (
        <NoneOfThem first={kindAt(from, links.slice(0, 1), kinds)!} onSplit={() => onChange(someWithout(condition))} />
      )}
      {related && !where && depth < MOST_DEPTH && (
        <button
          class="quiet"
          type="button"
          ref={more}
          onClick={() => {
            setAsked(true);
            onChange({ ...condition, where: { join: 'all', parts: [NOTHING] } });
          }}
        >
          {t('queries.form.add-where')}
        </button>
      )}
      {related && where && (
        <Group
          group={where}
          around={[related.path, ...aroundOf(links, around, kinds)]}
          kinds={kinds}
          prefix={number}
          depth={depth + 1}
          legend={t('queries.form.where-of', { kinds: said(related.titles).text })}
          onChange={(next) => onChange({ ...condition, where: next })}
          onRemove={() => {
            const { where: _where, ...rest } = condition;
            onChange(rest);
            setTimeout(() => more.current?.focus());
          }}
          isNew={wasAsked}
        />
      )}
    </div>
  );
}

/** Asks for one of the first objects that has none of the others, where it asked that no first object has any. */
const someWithout = ({ links: [first, ...rest] }: PlainCondition): PlainCondition => ({
  ...NOTHING,
  links: [first!],
  test: 'has',
  where: { join: 'all', parts: [{ ...NOTHING, links: rest, test: 'has-none' }] },
});

/** Says which of two readings a denied way of several links has, and offers the other: they find different objects. */
const NoneOfThem = ({ first, onSplit }: { first: Kind; onSplit: () => void }): VNode => {
  return (
    <p class="ask-reading">
      {t('queries.form.none-of-them', { kinds: said(first.titles).text })}{' '}
      <button class="small-button" type="button" onClick={onSplit}>
        {t('queries.form.some-without')}
      </button>
    </p>
  );
};

/** The kinds around what links lead to: each link is an object around the next one. */
const aroundOf = (
  links: readonly string[],
  around: readonly string[],
  kinds: ReadonlyMap<string, Kind>,
): readonly string[] => {
  const between = links.slice(0, -1).map((_, i) => kindAt(around[0]!, links.slice(0, i + 1), kinds)!.path);
  return [...between.reverse(), ...around];
};

interface OtherColumnOptions {
  column: Column;
  around: readonly string[];
  kinds: ReadonlyMap<string, Kind>;
  /** The path of the column, which is not compared with itself. */
  itself: string;
  other: string | undefined;
  onChange: (other: string | undefined) => void;
}

/** What a column is compared with: what is typed, or another column, of this object or of one around it. */
function OtherColumn({ column, around, kinds, itself, other, onChange }: OtherColumnOptions): VNode | null {
  const choices = around.flatMap((path, i) => {
    const kind = kinds.get(path);
    const columns = kind ? comparableWith(column, kind).filter(({ name }) => i > 0 || name !== itself) : [];
    const title = kind ? said(kind.one).text : '';
    const label = i === 0 ? t('queries.form.same') : t('queries.form.outer', { kind: title });
    return columns.length ? [{ label, columns, before: 'outer.'.repeat(i), behind: i > 0 ? ` (${title})` : '' }] : [];
  });
  if (!choices.length) return null;
  return (
    <select
      aria-label={t('queries.form.compared')}
      value={other ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    >
      <option value="">{t('queries.form.typed')}</option>
      {choices.map(({ label, columns, before, behind }) => (
        <optgroup key={before} label={label}>
          {columns.map(({ name, titles }) => (
            <option key={name} value={`${before}${name}`}>
              {said(titles).text}
              {behind}
            </option>
          ))}
        </optgroup>
      ))}
    </select>
  );
}

interface ValueOptions {
  column: Column | undefined;
  test: PlainTest;
  value: string;
  onChange: (value: string) => void;
}

function ValueField({ column, test, value, onChange }: ValueOptions): VNode {
  const label = t('builder.value');
  const isList = test === 'one-of' || test === 'none-of';
  if (column?.codes && isList) {
    const chosen = valuesIn(value);
    return (
      <span class="ask-codes" role="group" aria-label={label}>
        {column.codes.map((code) => (
          <label class="tick" key={code.code}>
            <input
              type="checkbox"
              checked={chosen.includes(String(code.code))}
              onChange={({ currentTarget: { checked } }) => {
                const others = chosen.filter((one) => one !== String(code.code));
                onChange([...others, ...(checked ? [String(code.code)] : [])].join('; '));
              }}
            />
            {said(code).text}
          </label>
        ))}
      </span>
    );
  }
  if (column?.codes)
    return (
      <select aria-label={label} value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
        <option value="">{t('builder.choose')}</option>
        {column.codes.map((code) => (
          <option key={code.code} value={String(code.code)}>
            {said(code).text}
          </option>
        ))}
      </select>
    );
  const isSpan = test === 'ahead' || test === 'behind';
  const common = {
    'aria-label': isSpan ? t('queries.form.days') : label,
    value,
    onInput: ({ currentTarget }: TargetedInputEvent<HTMLInputElement>) => onChange(currentTarget.value),
  };
  if (isSpan)
    return (
      <span class="ask-days">
        <input type="number" min={0} max={99_999} step={1} {...common} /> {t('queries.form.days')}
      </span>
    );
  if (isCount(test)) return <input type="number" min={0} step={1} {...common} />;
  if (isList) return <input type="text" spellcheck={false} placeholder={t('queries.form.values')} {...common} />;
  if (test === 'before' || test === 'after') return <input type="date" {...common} />;
  if (column && formOf(column) === 'minutes') return <MinutesField label={label} draft={value} onChange={onChange} />;
  return column?.kind === 'number' ? (
    <input type="number" step="any" {...common} />
  ) : (
    <input type="text" spellcheck={false} {...common} />
  );
}

function Shown({ query, kinds, onChange }: PartOptions): VNode {
  const { from, shown } = query;
  const change = (next: readonly Way[]): void => onChange({ ...query, shown: next });
  const last = shown.length - 1;
  const add = useRef<HTMLButtonElement>(null);
  return (
    <fieldset>
      <legend>{t('queries.form.show')}</legend>
      {shown.map((way, i) => {
        const words = headingOf(pathOf(way), from, kinds);
        const name = words?.map(({ text }) => text).join(' › ') ?? pathOf(way);
        return (
          <div class="ask-row" key={i}>
            <WayFields
              from={from}
              way={way}
              kinds={kinds}
              label={t('queries.form.column', { number: i + 1 })}
              onChange={(next) => next.column && change(shown.map((one, at) => (at === i ? next : one)))}
            />
            {words && words.length > 2 && (
              <small class="faint">
                <Words words={words} />
              </small>
            )}
            {last > 0 && (
              <button
                class="icon-button"
                type="button"
                aria-label={t('form.remove', { name })}
                onClick={() => {
                  change(shown.filter((_, at) => at !== i));
                  add.current!.focus();
                }}
              >
                ×
              </button>
            )}
          </div>
        );
      })}
      <button class="quiet" type="button" ref={add} onClick={() => change([...shown, nextColumn(query, kinds)])}>
        {t('queries.form.add-column')}
      </button>
    </fieldset>
  );
}

/** A column that is not shown yet; it is there to be changed. */
function nextColumn({ from, shown }: PlainQuery, kinds: ReadonlyMap<string, Kind>): Way {
  const taken = new Set(shown.map(pathOf));
  const free = kinds
    .get(from)!
    .columns.find(({ name, target, kind }) => !target && kind !== 'json' && !taken.has(name));
  return { links: [], column: free?.name ?? 'id' };
}

interface OrderOptions {
  query: PlainQuery;
  kind: Kind;
  onChange: (query: PlainQuery) => void;
}

function Order({ query, kind, onChange }: OrderOptions): VNode {
  const { order } = query;
  const columns = kind.columns.filter(({ target, kind: holds }) => !target && holds !== 'json');
  return (
    <fieldset>
      <legend>{t('queries.form.order')}</legend>
      <div class="ask-row">
        <select
          aria-label={t('queries.form.order-by')}
          value={order?.column ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...query, order: value ? { column: value, descending: order?.descending ?? false } : null })
          }
        >
          <option value="">{t('queries.form.as-entered')}</option>
          {columns.map(({ name, titles }) => (
            <option key={name} value={name}>
              {said(titles).text}
            </option>
          ))}
        </select>
        {order && (
          <select
            aria-label={t('queries.form.direction')}
            value={order.descending ? 'down' : 'up'}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...query, order: { ...order, descending: value === 'down' } })
            }
          >
            <option value="up">{t('queries.form.up')}</option>
            <option value="down">{t('queries.form.down')}</option>
          </select>
        )}
      </div>
    </fieldset>
  );
}
