/** The filters of a table: those that are on, in words, and the form for another one. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { formOf, type Kind } from '../api/kinds.js';
import { FilterRow, type Filter, type FilterNames, type ValueField } from '../components/filter-row.js';
import type { ListLanguage } from '../components/list-language.js';
import { t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { reachable, type MapOfKinds } from '../api/map.js';

/** Operators that are for programs: lists and patterns. */
const FOR_PROGRAMS = new Set(['_in', '_not_in', '_like', '_between']);

/** The language of a list for people: names of related objects can be asked for, and lists and patterns are left out. */
export const forPeople = (language: ListLanguage): ListLanguage => ({
  ...language,
  operatorsOf: (name) => language.operatorsOf(name).filter(({ suffix }) => !FOR_PROGRAMS.has(suffix)),
  wordOf: (operator, name) => (name.includes('.') ? t('operator.contains') : language.wordOf(operator, name)),
  sampleOf: () => '',
});

interface FiltersOptions {
  map: MapOfKinds;
  kind: Kind;
  language: ListLanguage;
  filters: readonly Filter[];
  onChange: (filters: readonly Filter[]) => void;
}

export function Filters({ map, kind, language, filters, onChange }: FiltersOptions): VNode {
  const [draft, setDraft] = useState<Filter | null>(null);
  const isSearch = ({ column, suffix }: Filter): boolean => column === 'search' && !suffix;
  const search = filters.find(isSearch)?.value ?? '';
  const [words, setWords] = useState(search);
  const others = filters.filter((one) => !isSearch(one));
  const names = namesOf(map, kind);
  // What had the focus goes away; the next thing to do is another filter.
  const add = useRef<HTMLButtonElement>(null);
  const find = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = words.trim();
    onChange([...(text ? [{ column: 'search', suffix: '', value: text }] : []), ...others]);
  };
  const apply = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!draft?.column || draft.value === '') return;
    setDraft(null);
    onChange([...filters, draft]);
    add.current!.focus();
  };
  return (
    <div class="filters">
      <div class="filter-bar">
        {language.special.includes('search') && (
          <form class="table-search" role="search" onSubmit={find}>
            <input
              type="search"
              aria-label={t('table.search')}
              placeholder={t('table.search')}
              value={words}
              onInput={({ currentTarget }) => setWords(currentTarget.value)}
            />
            <button class="quiet" type="submit">
              {t('table.search.go')}
            </button>
          </form>
        )}
        <button
          class="quiet"
          type="button"
          ref={add}
          aria-expanded={draft !== null}
          onClick={() => setDraft(draft ? null : { column: '', suffix: '', value: '' })}
        >
          {t('builder.add')}
        </button>
      </div>
      {filters.length > 0 && (
        <ul class="chosen" aria-label={t('builder.filters')}>
          {filters.map((filter) => (
            <li>
              {inWords(filter, kind, language, names)}
              <button
                type="button"
                aria-label={`${t('builder.remove')}: ${inWords(filter, kind, language, names)}`}
                onClick={() => {
                  if (isSearch(filter)) setWords('');
                  onChange(filters.filter((one) => one !== filter));
                  add.current!.focus();
                }}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      {draft && (
        <form class="filter-draft" aria-label={t('builder.add')} onSubmit={apply}>
          <FilterRow
            filter={draft}
            language={language}
            names={names}
            fieldOf={(filter) => fieldOf(filter, kind)}
            onChange={setDraft}
            onRemove={() => {
              setDraft(null);
              add.current!.focus();
            }}
          />
          <button class="primary" type="submit" disabled={!draft.column || draft.value === ''}>
            {t('table.apply')}
          </button>
        </form>
      )}
    </div>
  );
}

/** What can be filtered by, under the titles of columns and links: references and links by the names of what they lead to. */
function namesOf(map: MapOfKinds, kind: Kind): FilterNames {
  const columns = kind.columns.flatMap((column): Array<[string, string]> => {
    const title = said(column.titles).text;
    if (!column.target) return column.kind === 'json' ? [] : [[column.name, title]];
    const target = reachable(map, column.target);
    return target?.label ? [[`${column.include}.${target.label}`, title]] : [];
  });
  const links = kind.links.flatMap((link): Array<[string, string]> => {
    const target = reachable(map, link.target);
    const title = said(link.titles).text;
    if (!target) return [];
    const any: [string, string] = [`${link.name}_exists`, t('table.has', { title })];
    return target.label ? [[`${link.name}.${target.label}`, title], any] : [any];
  });
  const deleted: Array<[string, string]> = kind.columns.some(({ name }) => name === 'deleted_at')
    ? [['trashed', t('table.deleted')]]
    : [];
  return [
    [t('builder.columns'), columns],
    [t('builder.related'), links],
    [t('table.state'), deleted],
  ];
}

/** How a value is given: codes, yes and no and states are chosen, days are dates. */
function fieldOf({ column: name, suffix }: Filter, kind: Kind): ValueField {
  const yesNo = {
    choices: [
      ['true', t('yes')],
      ['false', t('no')],
    ] as const,
  };
  if (name === 'trashed')
    return {
      choices: [
        ['only', t('table.deleted.only')],
        ['with', t('table.deleted.with')],
      ],
    };
  if (name.endsWith('_exists') || suffix === '_null') return yesNo;
  const column = kind.columns.find((one) => one.name === name);
  if (!column) return { type: 'text' };
  if (column.codes) return { choices: column.codes.map((code) => [String(code.code), said(code).text] as const) };
  const form = formOf(column);
  if (form === 'flag') return yesNo;
  return { type: form === 'day' || form === 'moment' ? 'date' : 'text' };
}

/** A filter as a sentence: `Availability · greater or equal · high`. */
function inWords(filter: Filter, kind: Kind, language: ListLanguage, names: FilterNames): string {
  const { column, suffix, value } = filter;
  if (column === 'search') return t('table.searched', { value });
  const title = names.flatMap(([, members]) => members).find(([name]) => name === column)?.[1] ?? column;
  const field = fieldOf(filter, kind);
  const word = 'choices' in field ? (field.choices.find(([choice]) => choice === value)?.[1] ?? value) : value;
  const isPlain = column === 'trashed' || column.endsWith('_exists');
  return isPlain ? `${title}: ${word}` : `${title} ${language.wordOf({ suffix, about: suffix }, column)} ${word}`;
}
