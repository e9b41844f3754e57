/** The filters of a table: those that are on, in words, and the form for another one. */
import type { ComponentChildren, TargetedSubmitEvent, VNode } from 'preact';
import { useEffect, useReducer, useRef, useState } from 'preact/hooks';
import { SEVERITIES, severityName } from '../api/checks.js';
import { SOURCES, type Source } from '../api/feed.js';
import { findOfKind } from '../api/find.js';
import { formOf, type Column, type Kind } from '../api/kinds.js';
import { useAnswer } from '../api/use-answer.js';
import { MinutesField } from './minutes.js';
import { FilterRow, type Filter, type FilterNames, type ValueField } from './filter-row.js';
import { FED, FOUND, type ListLanguage } from './list-language.js';
import { Picker } from './picker.js';
import { duration } from './value.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { reachable, type MapOfKinds } from '../api/map.js';
import { mayDo } from '../api/may.js';
import { KnownNames } from '../api/known-names.js';
import '../styles/filters.css';

/** Operators that are for programs: lists and patterns. */
const FOR_PROGRAMS = new Set(['_in', '_not_in', '_like']);

/** Stands in a draft for a part of a text, until it is applied as a pattern. */
const PART = 'part';
const PATTERN = /^%((?:[^%,\\]|\\,)+)%$/;

/** The pattern of a part of a text. Commas would part it in two; `%` and `_` in it stand for any sign. */
const patternOf = (part: string): string => `%${part.replaceAll(',', '\\,')}%`;

/** The part of a text that a filter asks for; undefined for any other filter. */
const partIn = ({ suffix, value }: Filter): string | undefined =>
  suffix === '_like' ? PATTERN.exec(value)?.[1]!.replaceAll('\\,', ',') : undefined;

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
  /** What stands below those that are on, given these in words. */
  beside?: (words: readonly string[]) => ComponentChildren;
}

/** What can be asked of a reference by the object itself: the others compare numbers. */
const OF_OBJECTS = new Set(['', '_not', '_empty']);
/** Stands in a draft for a part of the name of what a reference leads to, until it is applied. */
const NAMED = 'named';

/** Moments that are counted from today, as people say them: an operator, and what stands around a number of days. */
const SPANS = {
  ended: { suffix: '_lt', value: () => 'today', days: /^today$/ },
  upcoming: { suffix: '_gte', value: () => 'today', days: /^today$/ },
  ahead: { suffix: '_between', value: (days: string) => `today,${days}d`, days: /^today,(\d+)d$/ },
  behind: { suffix: '_between', value: (days: string) => `-${days}d,today`, days: /^-(\d+)d,today$/ },
} as const;
type Span = keyof typeof SPANS;

/** The span that a filter of a table means, with its number of days; undefined for any other filter. */
function spanOf({ suffix, value }: Filter): { span: Span; days: string } | undefined {
  for (const [span, { suffix: own, days }] of Object.entries(SPANS) as Array<[Span, (typeof SPANS)[Span]]>) {
    const found = suffix === own && days.exec(value);
    if (found) return { span, days: found[1] ?? '' };
  }
  return undefined;
}

/** Operators of a draft that are spans stand for these until it is applied. */
const isSpan = (suffix: string): suffix is Span => suffix in SPANS;
const isCounted = (span: Span): boolean => span === 'ahead' || span === 'behind';

/** As it is asked for: what somebody chose among the words of spans becomes an operator and a value. */
function applied(map: MapOfKinds, kind: Kind, filter: Filter): Filter {
  const { suffix, value } = filter;
  const named = suffix === NAMED && namedColumn(map, kind, filter.column);
  if (named) return { column: named, suffix: '', value };
  if (suffix === PART) return { ...filter, suffix: '_like', value: patternOf(value) };
  if (!isSpan(suffix)) return filter;
  return { ...filter, suffix: SPANS[suffix].suffix, value: SPANS[suffix].value(value) };
}

/** Two values are asked for by spans of days alone; what is empty is not only what the database calls null. */
const NOT_OFFERED = new Set(['_null', '_between']);

/** Whether a draft says all that it needs. */
const isWhole = ({ column, suffix, value }: Filter): boolean =>
  column !== '' &&
  (isSpan(suffix) && !isCounted(suffix) ? true : isSpan(suffix) ? /^\d{1,5}$/.test(value) : value !== '');

const isTime = (kind: Kind, name: string): boolean =>
  /^(day|moment)$/.test(kind.columns.find((column) => column.name === name)?.kind ?? '');

const TIME_WORDS = {
  _lt: 'filter.earlier',
  _lte: 'filter.latest',
  _gt: 'filter.later',
  _gte: 'filter.earliest',
} as const;

/** What an operator that compares is called where days or moments are compared; undefined for any other. */
const timeWord = (kind: Kind, suffix: string, name: string): string | undefined =>
  suffix in TIME_WORDS && isTime(kind, name) ? t(TIME_WORDS[suffix as keyof typeof TIME_WORDS]) : undefined;

/** A moment counted from today, such as `90d`, in words; undefined for any other value. */
function fromToday(value: string): string | undefined {
  const days = value === 'today' ? 0 : /^-?\d{1,5}d$/.test(value) ? parseInt(value, 10) : undefined;
  return days === undefined
    ? undefined
    : new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' }).format(days, 'day');
}

/** Whether a column holds texts of which the plain filter finds those alone that are the same. */
function isAskedWhole(kind: Kind, name: string, { wordOf }: ListLanguage): boolean {
  const column = kind.columns.find((one) => one.name === name);
  return (
    column !== undefined &&
    formOf(column) === 'text' &&
    wordOf({ suffix: '', about: '' }, name) === t('operator.equals')
  );
}

/** Operators that ask whether there is a value. */
const NO_VALUE = new Set(['_null', '_empty']);

/** The column of a filter that is a reference, if it is one. */
const referenceOf = (kind: Kind, name: string): Column | undefined =>
  kind.columns.find((column) => column.name === name && column.target !== undefined);

/** The column of the name of what a reference leads to, if that has one. */
function namedColumn(map: MapOfKinds, kind: Kind, name: string): string | undefined {
  const column = referenceOf(kind, name);
  const label = reachable(map, column?.target)?.label;
  return column && label !== undefined ? `${column.include}.${label}` : undefined;
}

/** The names of the objects that filters ask for by their ids. */
function useFilterNames(map: MapOfKinds, kind: Kind, filters: readonly Filter[]): KnownNames {
  const [names] = useState(() => new KnownNames());
  const [, redraw] = useReducer((count: number, _: void) => count + 1, 0);
  useEffect(() => {
    for (const { column, suffix, value } of filters) {
      const target = referenceOf(kind, column)?.target;
      const ids = value.split(',').map(Number).filter(Number.isInteger);
      if (target !== undefined && !NO_VALUE.has(suffix))
        void names.want(map, target, ids).then((isNew) => void (isNew && redraw()));
    }
  }, [filters]);
  return names;
}

/** Filters in words, where they cannot be changed. */
export function FilterWords({ map, kind, language, filters }: Omit<FiltersOptions, 'onChange' | 'beside'>): VNode {
  const known = useFilterNames(map, kind, filters);
  const names = namesOf(map, kind, language);
  return (
    <ul class="chosen is-fixed" aria-label={t('builder.filters')}>
      {filters.map((filter) => (
        <li>{inWords(filter, kind, language, names, known)}</li>
      ))}
    </ul>
  );
}

export function Filters({ map, kind, language: spoken, filters, onChange, beside }: FiltersOptions): VNode {
  const known = useFilterNames(map, kind, filters);
  const language: ListLanguage = {
    ...spoken,
    wordOf: (operator, name) =>
      isSpan(operator.suffix)
        ? t(`filter.${operator.suffix}`)
        : operator.suffix === NAMED || operator.suffix === PART
          ? t('operator.contains')
          : (timeWord(kind, operator.suffix, name) ?? spoken.wordOf(operator, name)),
    operatorsOf: (name) => [
      ...(isTime(kind, name) ? (Object.keys(SPANS) as Span[]).map((suffix) => ({ suffix, about: '' })) : []),
      // First: few know a text by heart. Where the plain filter finds parts already, it stands there.
      ...(isAskedWhole(kind, name, spoken) ? [{ suffix: PART, about: '' }] : []),
      ...spoken
        .operatorsOf(name)
        .filter(({ suffix }) => (referenceOf(kind, name) ? OF_OBJECTS.has(suffix) : !NOT_OFFERED.has(suffix))),
      ...(namedColumn(map, kind, name) === undefined ? [] : [{ suffix: NAMED, about: '' }]),
    ],
  };
  const [draft, setDraft] = useState<Filter | null>(null);
  const isSearch = ({ column, suffix }: Filter): boolean => column === 'search' && !suffix;
  const search = filters.find(isSearch)?.value ?? '';
  const [words, setWords] = useState(search);
  const others = filters.filter((one) => !isSearch(one));
  const isDeleted = ({ column }: Filter): boolean => column === 'trashed';
  const seesDeleted = filters.some(isDeleted);
  const maySeeDeleted = spoken.special.includes('trashed') && mayDo(map, kind, 'delete');
  const names = namesOf(map, kind, language);
  // What had the focus goes away; the next thing to do is another filter.
  const add = useRef<HTMLButtonElement>(null);
  const find = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const text = words.trim();
    onChange([...(text ? [{ column: 'search', suffix: '', value: text }] : []), ...others]);
  };
  const apply = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!draft || !isWhole(draft)) return;
    setDraft(null);
    onChange([...filters, applied(map, kind, draft)]);
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
        {maySeeDeleted && (
          <button
            class="quiet"
            type="button"
            aria-pressed={seesDeleted}
            onClick={() =>
              onChange(
                seesDeleted
                  ? filters.filter((one) => !isDeleted(one))
                  : [...filters, { column: 'trashed', suffix: '', value: 'only' }],
              )
            }
          >
            {t('table.deleted')}
          </button>
        )}
      </div>
      {filters.length > 0 && (
        <ul class="chosen" aria-label={t('builder.filters')}>
          {filters.map((filter) => (
            <li>
              {inWords(filter, kind, language, names, known)}
              <button
                type="button"
                aria-label={`${t('builder.remove')}${t('colon')}${inWords(filter, kind, language, names, known)}`}
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
      {filters.length > 0 && beside?.(filters.map((one) => inWords(one, kind, language, names, known)))}
      {draft && (
        <form class="filter-draft" aria-label={t('builder.add')} onSubmit={apply}>
          <FilterRow
            filter={draft}
            language={language}
            names={names}
            fieldOf={(filter) => sourceField(filter) ?? objectField(map, kind, filter, known) ?? fieldOf(filter, kind)}
            onChange={setDraft}
            onRemove={() => {
              setDraft(null);
              add.current!.focus();
            }}
          />
          <button class="primary" type="submit" disabled={!isWhole(draft)}>
            {t('table.apply')}
          </button>
        </form>
      )}
    </div>
  );
}

/** What can be filtered by, under the titles of columns and links: references and links by the names of what they lead to. */
function namesOf(map: MapOfKinds, kind: Kind, { special }: ListLanguage): FilterNames {
  const columns = kind.columns.flatMap((column): Array<[string, string]> => {
    const title = said(column.titles).text;
    if (!column.target) return column.kind === 'json' ? [] : [[column.name, title]];
    const target = reachable(map, column.target);
    if (!target) return [];
    return [[column.name, title]];
  });
  const links = kind.links.flatMap((link): Array<[string, string]> => {
    const target = reachable(map, link.target);
    const title = said(link.titles).text;
    if (!target) return [];
    const any: [string, string] = [`${link.name}_exists`, t('table.has', { title })];
    return target.label ? [[`${link.name}.${target.label}`, title], any] : [any];
  });
  const deleted: Array<[string, string]> = special.includes('trashed') ? [['trashed', t('table.deleted')]] : [];
  const fed = FED.filter((name) => special.includes(name)).map((name) => [name, t(`feed.filter.${name}`)] as const);
  const found = FOUND.filter((name) => special.includes(name)).map(
    (name) => [name, t(`checks.filter.${name}`)] as const,
  );
  return [
    [t('builder.columns'), columns],
    [t('builder.related'), links],
    [t('table.state'), deleted],
    [t('feed.filter'), map.rights.has('feed_access') ? fed : []],
    [t('checks.filter'), map.rights.has('finding_access') ? found : []],
  ];
}

/** Sources are chosen among those that there are; undefined for any other filter. */
function sourceField({ column }: Filter): ValueField | undefined {
  if (column !== 'fed_by' && column !== 'missing_from') return undefined;
  return {
    draw: (value, onChange) => <SourceChoice value={value} hasNone={column === 'fed_by'} onChange={onChange} />,
  };
}

interface SourceChoiceOptions {
  value: string;
  /** Whether objects can be asked for that no source knows. */
  hasNone: boolean;
  onChange: (value: string) => void;
}

function SourceChoice({ value, hasNone, onChange }: SourceChoiceOptions): VNode {
  const { answer } = useAnswer(SOURCES);
  const sources = answer && 'status' in answer && answer.status < 400 ? (answer.body as Source[]) : [];
  return (
    <select
      aria-label={t('builder.value')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">{t('builder.choose')}</option>
      {sources.map(({ name }) => (
        <option key={name} value={name}>
          {name}
        </option>
      ))}
      {hasNone && <option value="none">{t('feed.filter.none')}</option>}
    </select>
  );
}

/** References are chosen among the objects that there are; undefined for any other filter. */
function objectField(
  map: MapOfKinds,
  kind: Kind,
  { column: name, suffix }: Filter,
  names: KnownNames,
): ValueField | undefined {
  const column = referenceOf(kind, name);
  const target = reachable(map, column?.target);
  if (!column || !target || suffix === NAMED || NO_VALUE.has(suffix)) return undefined;
  return {
    draw: (value, onChange) =>
      value === '' ? (
        <Picker
          label={said(column.titles).text}
          find={(text, signal) => findOfKind(map, target, text, signal)}
          onPick={(choice) => {
            names.learn(target.path, choice.id, choice.name);
            onChange(String(choice.id));
          }}
        />
      ) : (
        <span class="chosen-one">
          {names.of(target.path, Number(value)) ?? `#${value}`}
          <button
            type="button"
            aria-label={t('form.remove', { name: names.of(target.path, Number(value)) ?? value })}
            onClick={() => onChange('')}
          >
            ×
          </button>
        </span>
      ),
  };
}

/** How a value is given: codes, yes and no and states are chosen, days are dates, and minutes have their units beside them. */
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
  if (name === 'last_seen_before') return { type: 'date' };
  if (name === 'finding')
    return {
      choices: [
        ['any', t('checks.filter.any')],
        ['none', t('checks.filter.none')],
      ],
    };
  if (name === 'finding_severity_gte') return { choices: SEVERITIES.map((one) => [one, severityName(one)] as const) };
  if (isSpan(suffix)) return isCounted(suffix) ? { type: 'days' } : { type: 'none' };
  if (name.endsWith('_exists') || NO_VALUE.has(suffix)) return yesNo;
  const column = kind.columns.find((one) => one.name === name);
  if (!column) return { type: 'text' };
  if (column.codes) return { choices: column.codes.map((code) => [String(code.code), said(code).text] as const) };
  const form = formOf(column);
  if (form === 'flag') return yesNo;
  if (form === 'minutes')
    return {
      draw: (value, onChange) => <MinutesField label={t('builder.value')} draft={value} onChange={onChange} />,
    };
  return { type: form === 'day' || form === 'moment' ? 'date' : 'text' };
}

/** A filter as a sentence: `Availability · greater or equal · high`. */
function inWords(filter: Filter, kind: Kind, language: ListLanguage, names: FilterNames, known: KnownNames): string {
  const { column, suffix, value } = filter;
  if (column === 'search') return t('table.searched', { value });
  const reference = referenceOf(kind, column);
  // Addresses ask by parts of names, and whether there is one, too.
  const embedded = kind.columns.find(
    ({ include }) => include && (column.startsWith(`${include}.`) || column === `${include}_exists`),
  );
  const title =
    (reference ?? embedded)
      ? said((reference ?? embedded)!.titles).text
      : (names.flatMap(([, members]) => members).find(([name]) => name === column)?.[1] ?? column);
  const field = fieldOf(filter, kind);
  const nameIn = (id: string): string => (reference && known.of(reference.target!, Number(id))) ?? id;
  const plain = kind.columns.find(({ name }) => name === column);
  const isMinutes = plain && formOf(plain) === 'minutes' && /^\d+$/.test(value);
  const word =
    'choices' in field
      ? (field.choices.find(([choice]) => choice === value)?.[1] ?? value)
      : isMinutes
        ? duration(Number(value))
        : nameIn(value);
  const isFed = FED.some((name) => name === column);
  if (isFed) return `${title}${t('colon')}${value === 'none' ? t('feed.filter.none') : value}`;
  const counted = isTime(kind, column) ? spanOf(filter) : undefined;
  if (counted) {
    const { span, days } = counted;
    const words = isCounted(span) ? ` ${t('filter.days', { count: Number(days) })}` : '';
    return `${title} ${t(`filter.${span}`)}${words}`;
  }
  const compared = timeWord(kind, suffix, column);
  if (compared) return `${title}${t('colon')}${compared} ${fromToday(value) ?? value}`;
  const part = partIn(filter);
  if (part !== undefined) return `${title} ${t('operator.contains')} ${part}`;
  const isPlain = column === 'trashed' || FOUND.some((name) => name === column) || column.endsWith('_exists');
  return isPlain
    ? `${title}${t('colon')}${word}`
    : `${title} ${language.wordOf({ suffix, about: suffix }, column)} ${word}`;
}
