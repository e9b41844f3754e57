/** How many of which sort are enough: a number for each of some names, of which those without one are left as they are taken for granted. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { t } from '../../i18n/index.js';
import { said } from '../../i18n/titles.js';
import type { RowDraft } from '../../api/drafts.js';
import type { ControlOptions } from './options.js';

export function NumbersControl({
  field,
  draft,
  onChange,
  id,
  describedBy,
  invalid,
}: Omit<ControlOptions, 'draft'> & { draft: RowDraft }): VNode {
  const count = Object.values(draft).filter(Boolean).length;
  // What is filled in is seen at once; from then on whoever folds it decides.
  const [isOpen, setOpen] = useState(count > 0);
  return (
    <details
      class="numbers-fold"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => open !== isOpen && setOpen(open)}
    >
      <summary>{count ? t('form.numbers.count', { count }) : t('form.numbers.none')}</summary>
      <p class="field-hint">{t('form.numbers.help')}</p>
      <ul class="numbers" aria-describedby={describedBy}>
        {(field.counted ?? []).map(({ name, titles }) => (
          <li key={name}>
            <label for={`${id}-${name}`}>{t('form.numbers.of', { sort: said(titles).text })}</label>
            <input
              id={`${id}-${name}`}
              type="text"
              inputMode="numeric"
              autocomplete="off"
              size={4}
              placeholder={t('form.numbers.unset')}
              aria-invalid={invalid || undefined}
              value={draft[name] ?? ''}
              onInput={({ currentTarget }) => onChange([{ ...draft, [name]: currentTarget.value }])}
            />
          </li>
        ))}
      </ul>
    </details>
  );
}
