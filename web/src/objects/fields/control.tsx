/** What a field is filled in with, by its form. */
import type { TargetedEvent, VNode } from 'preact';
import { t } from '../../i18n/index.js';
import { said } from '../../i18n/titles.js';
import type { RowDraft } from '../../api/drafts.js';
import { MinutesField } from '../../components/minutes.js';
import { NumbersControl } from './numbers.js';
import { LinksControl, ReferenceControl, WordedControl } from './objects.js';
import type { ControlOptions } from './options.js';
import { RichControl } from './rich.js';
import { RowsControl } from './rows.js';

/** One element or a group of them; what stands around it is the field's. */
export function Control(options: ControlOptions): VNode {
  const { field, draft, onChange, id, label, describedBy, invalid, isBare = false } = options;
  const { form, column, isRequired, isClearable } = field;
  const text = typeof draft === 'string' ? draft : '';
  const common = {
    id,
    ...(isBare && { 'aria-label': label }),
    'aria-describedby': describedBy,
    'aria-invalid': invalid || undefined,
    'aria-required': isRequired || undefined,
    value: text,
    onInput: ({ currentTarget }: TargetedEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
      onChange(currentTarget.value),
  };
  switch (form) {
    case 'links':
      return <LinksControl {...options} draft={draft as readonly number[]} />;
    case 'worded':
      return <WordedControl {...options} draft={draft as readonly RowDraft[]} />;
    case 'numbers':
      return <NumbersControl {...options} draft={(draft as readonly RowDraft[])[0] ?? {}} />;
    case 'reference':
      return <ReferenceControl {...options} draft={draft as number | null} />;
    case 'rows':
      return <RowsControl {...options} draft={draft as readonly RowDraft[]} Cell={Control} />;
    case 'rich':
      return <RichControl {...options} draft={text} />;
    case 'minutes':
      return <MinutesField {...{ draft: text, onChange, id, describedBy, invalid }} />;
    case 'level':
      return <Steps {...options} draft={text} />;
    case 'code':
      return (
        <select {...common}>
          {(isClearable || text === '') && <option value="">{t('form.none')}</option>}
          {column!.codes!.map((code) => (
            <option value={code.code}>{said(code).text}</option>
          ))}
        </select>
      );
    case 'flag':
      return (
        <select {...common}>
          {(isClearable || text === '') && <option value="">{t('form.none')}</option>}
          <option value="true">{t('yes')}</option>
          <option value="false">{t('no')}</option>
        </select>
      );
    case 'day':
      return <input type="date" {...common} />;
    case 'moment':
      return <input type="datetime-local" {...common} />;
    case 'number':
      return (
        <input type="text" inputMode={(field.minimum ?? -1) < 0 ? 'text' : 'numeric'} autocomplete="off" {...common} />
      );
    case 'secret':
      return <input type="password" autocomplete="new-password" {...common} />;
    case 'data':
      return <textarea class="code-field" rows={6} spellcheck={false} {...common} />;
    case 'elsewhere':
    case 'text':
      return field.hasLines ? <textarea rows={3} {...common} /> : <input type="text" autocomplete="off" {...common} />;
  }
}

/** Levels as steps in the colours of the reports. */
function Steps({
  field,
  draft,
  onChange,
  id,
  describedBy,
  invalid,
  label,
  isBare,
}: ControlOptions & { draft: string }): VNode {
  const codes = field.column!.codes!;
  return (
    <div
      class="steps"
      role="radiogroup"
      aria-labelledby={isBare ? undefined : `${id}-label`}
      aria-label={isBare ? label : undefined}
      aria-describedby={describedBy}
      aria-invalid={invalid || undefined}
    >
      {codes.map((code) => {
        const isNone = code.en === 'not set';
        return (
          <label class={isNone ? 'step' : `step step-${code.code}`}>
            <input
              type="radio"
              name={id}
              checked={draft === String(code.code) || (isNone && draft === '')}
              onChange={() => onChange(String(code.code))}
            />
            <span class="step-dot" aria-hidden="true" />
            {said(code).text}
          </label>
        );
      })}
    </div>
  );
}
