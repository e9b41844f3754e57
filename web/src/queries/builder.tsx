/** A question put together in words: about which kind, which of its objects, what to show of them, in which order. */
import type { TargetedInputEvent, VNode } from 'preact';
import { useId, useRef } from 'preact/hooks';
import type { Column, Kind } from '../api/kinds.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { Words } from './glossary.js';
import { headingOf } from './headings.js';
import {
  columnAt,
  pathOf,
  questionAbout,
  takesValue,
  testsOf,
  type PlainCondition,
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
          <Conditions query={query} kinds={kinds} onChange={onChange} />
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

function Conditions({ query, kinds, onChange }: PartOptions): VNode {
  const { conditions, any, from } = query;
  const add = useRef<HTMLButtonElement>(null);
  const change = (next: readonly PlainCondition[]): void => onChange({ ...query, conditions: next });
  return (
    <fieldset>
      <legend>{t('queries.form.where')}</legend>
      {conditions.length > 1 && (
        <select
          class="ask-join"
          aria-label={t('queries.form.join')}
          value={any ? 'any' : 'all'}
          onChange={({ currentTarget: { value } }) => onChange({ ...query, any: value === 'any' })}
        >
          <option value="all">{t('queries.form.all')}</option>
          <option value="any">{t('queries.form.any')}</option>
        </select>
      )}
      {conditions.map((condition, i) => (
        <Condition
          // Rows have nothing by which they could be told but their place.
          key={i}
          number={i + 1}
          from={from}
          kinds={kinds}
          condition={condition}
          onChange={(next) => change(conditions.map((one, at) => (at === i ? next : one)))}
          onRemove={() => {
            change(conditions.filter((_, at) => at !== i));
            add.current!.focus();
          }}
        />
      ))}
      <button class="quiet" type="button" ref={add} onClick={() => change([...conditions, NOTHING])}>
        {t('queries.form.add-condition')}
      </button>
    </fieldset>
  );
}

interface ConditionOptions {
  number: number;
  from: string;
  kinds: ReadonlyMap<string, Kind>;
  condition: PlainCondition;
  onChange: (condition: PlainCondition) => void;
  onRemove: () => void;
}

function Condition({ number, from, kinds, condition, onChange, onRemove }: ConditionOptions): VNode {
  const { links, column: name, test, value } = condition;
  const isChosen = name !== '' || links.length > 0;
  const column = columnAt(from, condition, kinds);
  const choose = (way: Way): void => {
    const [usual = 'is', ...others] = testsOf(columnAt(from, way, kinds));
    const stays = [usual, ...others].includes(test) && pathOf(way) === pathOf(condition);
    onChange({ ...way, test: stays ? test : usual, value: stays ? value : '' });
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
          onChange={({ currentTarget }) => onChange({ ...condition, test: currentTarget.value as PlainTest })}
        >
          {testsOf(column).map((one) => (
            <option key={one} value={one}>
              {t(`queries.test.${one}`)}
            </option>
          ))}
        </select>
      )}
      {isChosen && takesValue(test) && (
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
    </div>
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
  if (test === 'before' || test === 'after') return <input type="date" {...common} />;
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
