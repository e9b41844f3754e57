/** One filter of a list: the column, what is asked of it, and the value. */
import type { TargetedInputEvent, VNode } from 'preact';
import { t } from '../i18n/index.js';
import type { Filter, ListLanguage } from './list-language.js';

export type { Filter };

/** What can be filtered by, in groups: the name in a request, and its title. */
export type FilterNames = ReadonlyArray<
  readonly [group: string, names: ReadonlyArray<readonly [name: string, title: string]>]
>;

/** What a value may be, where it is one of a few; the kind of field that it is typed into; or a field of the page's own. */
export type ValueField =
  | { choices: ReadonlyArray<readonly [value: string, title: string]> }
  | { type: 'date' | 'text' | 'days' | 'none' }
  | { draw: (value: string, onChange: (value: string) => void) => VNode };

interface FilterRowOptions {
  filter: Filter;
  language: Pick<ListLanguage, 'operatorsOf' | 'wordOf' | 'sampleOf'>;
  names: FilterNames;
  onChange: (filter: Filter) => void;
  onRemove: () => void;
  /** How the value is given; text where this says nothing. */
  fieldOf?: (filter: Filter) => ValueField;
}

export function FilterRow({ filter, language, names, onChange, onRemove, fieldOf }: FilterRowOptions): VNode {
  const { column, suffix } = filter;
  const operators = language.operatorsOf(column);
  const chooseColumn = (next: string): void =>
    onChange({
      ...filter,
      column: next,
      suffix: language.operatorsOf(next)[0]?.suffix ?? '',
      value: fieldOf ? '' : filter.value,
    });
  return (
    <div class="filter-row">
      <select
        aria-label={t('builder.column')}
        value={column}
        onChange={({ currentTarget }) => chooseColumn(currentTarget.value)}
      >
        <option value="">{t('builder.choose')}</option>
        {names
          .filter(([, members]) => members.length > 0)
          .map(([group, members]) => (
            <optgroup label={group}>
              {members.map(([name, title]) => (
                <option value={name}>{title}</option>
              ))}
            </optgroup>
          ))}
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
      <Value
        filter={filter}
        field={fieldOf?.(filter) ?? { type: 'text' }}
        sample={column && language.sampleOf(column)}
        onChange={(value) => onChange({ ...filter, value })}
      />
      <button class="icon-button" type="button" aria-label={t('builder.remove')} onClick={onRemove}>
        ×
      </button>
    </div>
  );
}

interface ValueOptions {
  filter: Filter;
  field: ValueField;
  sample: string;
  onChange: (value: string) => void;
}

function Value({ filter: { suffix, value }, field, sample, onChange }: ValueOptions): VNode {
  if ('draw' in field) return field.draw(value, onChange);
  if ('choices' in field)
    return (
      <select
        aria-label={t('builder.value')}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">{t('builder.choose')}</option>
        {field.choices.map(([choice, title]) => (
          <option value={choice}>{title}</option>
        ))}
      </select>
    );
  if (field.type === 'none') return <span />;
  // Told, never typed in: a filter holds what somebody typed.
  const hint = /^_(null|empty)$/.test(suffix)
    ? t('builder.yes-no')
    : sample
      ? t('builder.such-as', { sample })
      : t('builder.value-hint');
  const common = {
    'aria-label': t('builder.value'),
    value,
    onInput: ({ currentTarget }: TargetedInputEvent<HTMLInputElement>) => onChange(currentTarget.value),
  };
  if (field.type === 'days')
    return (
      <input
        type="number"
        min={0}
        max={99_999}
        placeholder={t('filter.days-hint')}
        {...common}
        aria-label={t('filter.days-hint')}
      />
    );
  return field.type === 'date' ? (
    <input type="date" {...common} />
  ) : (
    <input type="text" placeholder={hint} spellcheck={false} {...common} />
  );
}
