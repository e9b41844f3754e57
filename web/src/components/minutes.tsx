/** Minutes as people say them: days, hours and minutes. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { locale } from '../i18n/index.js';

const UNITS = [
  ['day', 1440],
  ['hour', 60],
  ['minute', 1],
] as const;

interface MinutesOptions {
  /** The minutes in all, as text; empty where there are none. */
  draft: string;
  onChange: (draft: string) => void;
  /** What they are called, where no label stands beside them. */
  label?: string;
  id?: string;
  describedBy?: string | undefined;
  invalid?: boolean;
}

export function MinutesField({ draft, onChange, label, id, describedBy, invalid }: MinutesOptions): VNode {
  const [parts, setParts] = useState(() => partsOf(draft));
  // What was typed stays as it was typed, `90` minutes too; a draft from elsewhere is taken apart.
  const sent = useRef(draft);
  useEffect(() => {
    if (draft !== sent.current) setParts(partsOf(draft));
    sent.current = draft;
  }, [draft]);
  const change = (at: number, text: string): void => {
    const next = parts.map((part, i) => (i === at ? text : part));
    setParts(next);
    sent.current = totalOf(next);
    onChange(sent.current);
  };
  return (
    <div class="minutes" role={label === undefined ? undefined : 'group'} aria-label={label}>
      {UNITS.map(([unit], i) => (
        <label>
          <input
            type="text"
            inputMode="numeric"
            autocomplete="off"
            id={i === 0 ? id : undefined}
            aria-describedby={describedBy}
            aria-invalid={invalid || undefined}
            value={parts[i]}
            onInput={({ currentTarget }) => change(i, currentTarget.value)}
          />
          {nameOf(unit)}
        </label>
      ))}
    </div>
  );
}

/** `days`, as the language calls them. */
const nameOf = (unit: 'day' | 'hour' | 'minute'): string =>
  new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' })
    .formatToParts(2)
    .find(({ type }) => type === 'unit')!.value;

function partsOf(draft: string): string[] {
  if (!/^\d+$/.test(draft)) return ['', '', draft];
  let left = Number(draft);
  const counts = UNITS.map(([, minutes]) => {
    const count = Math.floor(left / minutes);
    left -= count * minutes;
    return count;
  });
  return counts.map((count, i) => (count > 0 || (draft === '0' && i === 2) ? String(count) : ''));
}

/** The minutes in all; what is no number as it was typed, for the server to say so. */
function totalOf(parts: readonly string[]): string {
  if (parts.every((part) => part.trim() === '')) return '';
  const wrong = parts.find((part) => !/^\s*\d*\s*$/.test(part));
  return wrong ?? String(parts.reduce((sum, part, i) => sum + Number(part) * UNITS[i]![1], 0));
}
