/** Puts a list request together: filters, related objects, order and page are chosen, the address follows. */
import type { VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import type { Tag } from '../api/openapi.js';
import { t } from '../i18n/index.js';
import { FilterRow, type Filter, type FilterNames } from '../components/filter-row.js';
import { Example } from './example.js';
import type { ListLanguage } from '../components/list-language.js';

interface KeyedFilter extends Filter {
  key: number;
}

interface ListRequest {
  filters: readonly KeyedFilter[];
  includes: readonly string[];
  sort: string;
  size: string;
}

const SIZES = ['', '3', '10', '50'];

const emptyFilter = (key: number): KeyedFilter => ({ key, column: '', suffix: '', value: '' });

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
  const setFilter = (key: number, next: Filter): void =>
    change({ filters: filters.map((one) => (one.key === key ? { key, ...next } : one)) });
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
                names={namesOf(language)}
                onChange={(next) => setFilter(filter.key, next)}
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

/** What can be filtered by, under the names of the API. */
const namesOf = ({ special, columns, relations }: ListLanguage): FilterNames => [
  [t('builder.everywhere'), special.map(asItIs)],
  [t('builder.columns'), columns.map(asItIs)],
  [t('builder.related'), relations.map((name) => asItIs(`${name}_exists`))],
];

const asItIs = (name: string): readonly [string, string] => [name, name];

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
