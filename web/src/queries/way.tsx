/** Fields that choose a column in words: one of the kind itself, or of what its links lead to, one field for each link. */
import type { VNode } from 'preact';
import type { Kind } from '../api/kinds.js';
import { locale, t } from '../i18n/index.js';
import { said } from '../i18n/titles.js';
import { linksOf } from './complete.js';
import { kindAt, MOST_LINKS, type Way } from './plain.js';

interface WayOptions {
  from: string;
  way: Way;
  kinds: ReadonlyMap<string, Kind>;
  label: string;
  /** What stands for no column: `none` where links lead to what is asked for itself; undefined where a column is needed. */
  none?: string;
  onChange: (way: Way) => void;
}

export function WayFields({ from, way, kinds, label, none, onChange }: WayOptions): VNode {
  const { links, column } = way;
  // A field for the kind, and one for each that links lead to.
  const fields = [...links.keys(), links.length];
  return (
    <span class="way">
      {fields.map((i) => {
        const kind = kindAt(from, links.slice(0, i), kinds);
        if (!kind) return null;
        return (
          <Step
            key={i}
            kind={kind}
            kinds={kinds}
            label={i ? `${label} (${said(kind.titles).text})` : label}
            value={i < links.length ? `>${links[i]!}` : column}
            none={i > 0 ? none : undefined}
            leadsOn={i < MOST_LINKS}
            onChoose={(choice) => {
              const next = choice.startsWith('>') ? [...links.slice(0, i), choice.slice(1)] : links.slice(0, i);
              if (!choice.startsWith('>')) return onChange({ links: next, column: choice });
              // What is at the end of a link is usually asked for by its name.
              const end = kindAt(from, next, kinds);
              onChange({ links: next, column: none === undefined ? (end?.label ?? 'id') : '' });
            }}
          />
        );
      })}
    </span>
  );
}

interface StepOptions {
  kind: Kind;
  kinds: ReadonlyMap<string, Kind>;
  label: string;
  value: string;
  none: string | undefined;
  leadsOn: boolean;
  onChoose: (choice: string) => void;
}

function Step({ kind, kinds, label, value, none, leadsOn, onChoose }: StepOptions): VNode {
  const inOrder = (a: { title: string }, b: { title: string }): number => a.title.localeCompare(b.title, locale());
  // References are followed as links are.
  const columns = kind.columns
    .filter(({ target, kind: holds }) => !target && holds !== 'json')
    .map(({ name, titles }) => ({ name, title: said(titles).text }));
  const links = leadsOn
    ? linksOf(kind)
        .filter(({ target }) => kinds.has(target))
        .map(({ name, said: { text } }) => ({ name: `>${name}`, title: text }))
        .sort(inOrder)
    : [];
  return (
    <select aria-label={label} value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
      <option value="">{none ?? t('builder.choose')}</option>
      <optgroup label={t('builder.columns')}>
        {columns.map(({ name, title }) => (
          <option key={name} value={name}>
            {title}
          </option>
        ))}
      </optgroup>
      {links.length > 0 && (
        <optgroup label={t('builder.related')}>
          {links.map(({ name, title }) => (
            <option key={name} value={name}>
              {title} ›
            </option>
          ))}
        </optgroup>
      )}
    </select>
  );
}
