/** Puts a list request together: filters, related objects, order and page are chosen, the address follows. */
import type { ComponentChildren, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Tag } from '../api/openapi.js';
import { t } from '../i18n/index.js';
import { Example } from './example.js';
import type { ListLanguage } from './list-language.js';

interface Filter {
  key: number;
  column: string;
  suffix: string;
  value: string;
}

interface ListRequest {
  filters: readonly Filter[];
  includes: readonly string[];
  sort: string;
  size: string;
}

const SIZES = ['', '3', '10', '50'];

const emptyFilter = (key: number): Filter => ({ key, column: '', suffix: '', value: '' });

/** The form, and below it the request that it makes. */
export function ListBuilder({ tag, language }: { tag: Tag; language: ListLanguage }): VNode {
  const [list, setList] = useState<ListRequest>({ filters: [emptyFilter(0)], includes: [], sort: '', size: '10' });
  const place = useRef<HTMLDivElement>(null);
  const change = (part: Partial<ListRequest>): void => setList((now) => ({ ...now, ...part }));
  const { filters, includes, sort, size } = list;
  const path = addressOf(tag, list);
  const columns = language.columns.flatMap((name) => [name, `-${name}`]);
  const submit = (event: Event): void => {
    event.preventDefault();
    place.current!.querySelector<HTMLButtonElement>('.run')!.click();
  };
  const setFilter = (next: Filter): void =>
    change({ filters: filters.map((one) => (one.key === next.key ? next : one)) });
  return (
    <div class="card">
      <form class="builder" aria-label={t('builder.title')} onSubmit={submit}>
        <fieldset>
          <legend>{t('builder.filters')}</legend>
          <div class="filter-rows">
            {filters.map((filter) => (
              <FilterRow
                key={filter.key}
                filter={filter}
                language={language}
                onChange={setFilter}
                onRemove={() => change({ filters: filters.filter((one) => one !== filter) })}
              />
            ))}
          </div>
          <button
            class="small-button"
            type="button"
            onClick={() =>
              change({ filters: [...filters, emptyFilter(1 + Math.max(-1, ...filters.map(({ key }) => key)))] })
            }
          >
            {t('builder.add')}
          </button>
        </fieldset>
        {language.relations.length > 0 && (
          <fieldset>
            <legend>{t('builder.includes')}</legend>
            <div class="ticks">
              {language.relations.map((name) => (
                <label class="tick">
                  <input
                    type="checkbox"
                    checked={includes.includes(name)}
                    onChange={({ currentTarget: { checked } }) =>
                      change({ includes: checked ? [...includes, name] : includes.filter((one) => one !== name) })
                    }
                  />
                  {name}
                </label>
              ))}
            </div>
          </fieldset>
        )}
        <div class="builder-end">
          <Choice
            label={t('builder.sort')}
            values={['', ...columns]}
            chosen={sort}
            onChange={(next) => change({ sort: next })}
          />
          <Choice label={t('builder.size')} values={SIZES} chosen={size} onChange={(next) => change({ size: next })} />
        </div>
      </form>
      <div class="builder-request" ref={place}>
        <Example key={path} request={{ title: t('builder.list'), method: 'GET', path }} />
      </div>
    </div>
  );
}

interface FilterRowOptions {
  filter: Filter;
  language: ListLanguage;
  onChange: (filter: Filter) => void;
  onRemove: () => void;
}

function FilterRow({ filter, language, onChange, onRemove }: FilterRowOptions): VNode {
  const { column, suffix, value } = filter;
  const operators = language.operatorsOf(column);
  const sample = column && language.sampleOf(column);
  // Told, never typed in: a filter holds what somebody typed.
  const hint =
    suffix === '_null' ? t('builder.yes-no') : sample ? t('builder.such-as', { sample }) : t('builder.value-hint');
  const chooseColumn = (next: string): void =>
    onChange({ ...filter, column: next, suffix: language.operatorsOf(next)[0]?.suffix ?? '' });
  return (
    <div class="filter-row">
      <select
        aria-label={t('builder.column')}
        value={column}
        onChange={({ currentTarget }) => chooseColumn(currentTarget.value)}
      >
        <option value="">{t('builder.choose')}</option>
        <Options label={t('builder.everywhere')} names={language.special} />
        <Options label={t('builder.columns')} names={language.columns} />
        <Options label={t('builder.related')} names={language.relations.map((name) => `${name}_exists`)} />
      </select>
      <select
        aria-label={t('builder.operator')}
        disabled={operators.length < 2}
        value={suffix}
        onChange={({ currentTarget }) => onChange({ ...filter, suffix: currentTarget.value })}
      >
        {operators.map((one) => (
          <option value={one.suffix}>{language.wordOf(one, column)}</option>
        ))}
      </select>
      <input
        aria-label={t('builder.value')}
        placeholder={hint}
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => onChange({ ...filter, value: currentTarget.value })}
      />
      <button class="icon-button" type="button" aria-label={t('builder.remove')} onClick={onRemove}>
        ×
      </button>
    </div>
  );
}

const Options = ({ label, names }: { label: string; names: readonly string[] }): ComponentChildren =>
  names.length > 0 && (
    <optgroup label={label}>
      {names.map((name) => (
        <option>{name}</option>
      ))}
    </optgroup>
  );

interface ChoiceOptions {
  label: string;
  values: readonly string[];
  chosen: string;
  onChange: (value: string) => void;
}

const Choice = ({ label, values, chosen, onChange }: ChoiceOptions): VNode => (
  <label class="choice">
    {label}
    <select value={chosen} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
      {values.map((value) => (
        <option value={value}>{value || '—'}</option>
      ))}
    </select>
  </label>
);

/** The address of a list. */
function addressOf(tag: Tag, { filters, includes, sort, size }: ListRequest): string {
  const query = filters
    .filter(({ column, value }) => column && value !== '')
    .map(({ column, suffix, value }) => [`filter[${column}${suffix}]`, value]);
  if (includes.length) query.push(['include', includes.join()]);
  if (sort) query.push(['sort', sort]);
  if (size) query.push(['page[size]', size]);
  const text = query.map(([name, value]) => `${name}=${encodeURIComponent(value!)}`).join('&');
  return `/api/${tag['x-resource']}${text && `?${text}`}`;
}
