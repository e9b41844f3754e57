/** One field of a form: its label, what it is filled in with, what to know about it, and what the server found wrong. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { namesOfKind } from '../../api/names.js';
import { hintFor } from '../../components/hint.js';
import { withTitle } from '../../components/sentences.js';
import { Titled } from '../../components/text.js';
import { t } from '../../i18n/index.js';
import { said } from '../../i18n/titles.js';
import type { Draft } from '../../api/drafts.js';
import type { FormField } from '../../api/form-fields.js';
import { Control } from './control.js';
import type { FormContext } from './options.js';

interface FieldOptions {
  context: FormContext;
  field: FormField;
  draft: Draft;
  errors: readonly string[];
  onChange: (draft: Draft) => void;
}

/** Fields that are one element, which a label can be of; the others are groups. */
const PLAIN = new Set(['text', 'elsewhere', 'number', 'day', 'moment', 'code', 'flag', 'secret', 'data']);

export function Field({ context, field, draft, errors, onChange }: FieldOptions): VNode {
  const { name, titles, form, isRequired, format, unit } = field;
  const id = `${context.id}-${name}`;
  const hint = hintFor(unit ?? format ?? form);
  const tooLong = typeof draft === 'string' && field.maxLength !== undefined ? draft.length - field.maxLength : 0;
  const describedBy = [hint && `${id}-hint`, errors.length > 0 && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const words = (
    <>
      <Titled said={said(titles)} />
      {isRequired && <small class="faint"> {t('form.required')}</small>}
    </>
  );
  const control = (
    <Control
      {...{ context, field, draft, onChange, id }}
      label={said(titles).text}
      describedBy={describedBy}
      invalid={errors.length > 0}
    />
  );
  const rest = (
    <>
      {hint && (
        <p id={`${id}-hint`} class="field-hint">
          {hint}
        </p>
      )}
      {tooLong > 0 && <p class="field-error">{t('form.too-long', { count: tooLong })}</p>}
      {errors.length > 0 && (
        <p id={`${id}-error`} class="field-error">
          {errors.map((sentence) => withTitle(sentence, name, said(titles).text)).join(' ')}
          <NotThere context={context} field={field} draft={draft} />
        </p>
      )}
    </>
  );
  const className = `field field-${form}${field.hasLines ? ' field-lines' : ''}`;
  if (PLAIN.has(form))
    return (
      <div class={className} data-field={name}>
        <label for={id}>{words}</label>
        {control}
        {rest}
      </div>
    );
  return (
    <div class={className} data-field={name} role="group" aria-labelledby={`${id}-label`}>
      <span class="field-label" id={`${id}-label`}>
        {words}
      </span>
      {control}
      {rest}
    </div>
  );
}

/** What was taken and is there no more, by the names that it had: a refusal says only that something is. */
function NotThere({ context: { map, names }, field, draft }: Pick<FieldOptions, 'context' | 'field' | 'draft'>): VNode {
  const [gone, setGone] = useState<readonly number[]>([]);
  const ids = [draft].flat().filter((one): one is number => typeof one === 'number');
  const { target } = field;
  useEffect(() => {
    let isWanted = true;
    setGone([]);
    if (target !== undefined && ids.length)
      void namesOfKind(map, target, ids).then(
        (found) => isWanted && setGone(ids.filter((id) => !found.has(id))),
        // Then the sentence of the server says what is known.
        () => undefined,
      );
    return () => void (isWanted = false);
  }, [target, ids.join()]);
  return (
    <>
      {gone.length > 0 &&
        ` ${t('form.not-there', { names: gone.map((id) => names.of(target!, id) ?? `#${id}`).join(', ') })}`}
    </>
  );
}
