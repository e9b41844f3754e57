/** The form that changes a check: what is said of it, and the numbers and days by which its rule finds. */
import type { TargetedInputEvent, TargetedSubmitEvent, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { CHECKS, inLanguage, type Check, type OptionShape } from '../api/checks.js';
import { tell } from '../app/notice.js';
import { CheckFields, type CheckWords } from '../components/check-fields.js';
import { Dialog } from '../components/dialog.js';
import { Refused, useWriting } from '../components/writing.js';
import { isKey, language, t } from '../i18n/index.js';

interface ChangeCheckOptions {
  check: Check;
  onDone: () => void;
  onClose: () => void;
}

export function ChangeCheck({ check, onDone, onClose }: ChangeCheckOptions): VNode {
  const writing = useWriting();
  const spoken = language.get();
  const [words, setWords] = useState<CheckWords>({
    name: inLanguage(check.titles),
    severity: check.severity,
    advice: inLanguage(check.advices),
  });
  const [options, setOptions] = useState(check.options ?? {});
  const store = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (writing.isBusy) return;
    const { name, advice, severity } = words;
    const body = {
      ...(name !== inLanguage(check.titles) && { titles: { ...check.titles, [spoken]: name.trim() } }),
      ...(advice !== inLanguage(check.advices) && { advices: { ...check.advices, [spoken]: advice.trim() } }),
      ...(severity !== check.severity && { severity }),
      ...(check.options && { options }),
    };
    if (!(await writing.write({ method: 'PATCH', path: `${CHECKS}/${check.id}`, body }))) return;
    tell(t('checks.change.done'));
    onDone();
  };
  return (
    <Dialog title={t('checks.change')} onClose={onClose}>
      <form class="decide" onSubmit={(event) => void store(event)}>
        <CheckFields words={words} onChange={(changed) => setWords((before) => ({ ...before, ...changed }))} />
        {Object.entries(check.rule_options ?? {}).map(([name, shape]) => (
          <Option
            key={name}
            name={name}
            shape={shape}
            value={options[name]}
            onChange={(value) => setOptions((before) => ({ ...before, [name]: value }))}
          />
        ))}
        <p class="faint">{t('checks.change.about')}</p>
        <Refused writing={writing} titles={titlesOf(check)} />
        <div class="form-end">
          <button class="quiet" type="button" onClick={onClose}>
            {t('cancel')}
          </button>
          <button class="primary" type="submit" disabled={writing.isBusy}>
            {t('form.save')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

interface OptionOptions {
  name: string;
  shape: OptionShape;
  /** Null and undefined: as the rule has it. */
  value: unknown;
  onChange: (value: string | boolean | null) => void;
}

/** An option that is one value; lists of kinds and words are set through the API. */
function Option({ name, shape, value, onChange }: OptionOptions): VNode | null {
  if (shape.takes === 'words' || shape.takes === 'kinds') return null;
  if (shape.takes === 'flag')
    return (
      <label>
        <input
          type="checkbox"
          checked={(value ?? shape.default) === true}
          onChange={({ currentTarget: { checked } }) => onChange(checked)}
        />{' '}
        {optionName(name)}
      </label>
    );
  const usual = 'default' in shape ? shape.default : null;
  const common = {
    value: String(value ?? ''),
    placeholder: usual === null ? t('checks.option.none') : String(usual),
    onInput: ({ currentTarget }: TargetedInputEvent<HTMLInputElement>) => onChange(currentTarget.value.trim() || null),
  };
  return (
    <label>
      {optionName(name)}
      {shape.takes === 'number' ? (
        <input type="number" min={shape.min} max={shape.max} step="any" {...common} />
      ) : (
        <input type="text" maxLength={40} {...common} />
      )}
    </label>
  );
}

/** What an option is called; one that has no words yet goes by its name in the API. */
function optionName(name: string): string {
  const key = `checks.option.${name}`;
  return isKey(key) ? t(key) : name;
}

const titlesOf = ({ rule_options: options }: Check): Record<string, string> => ({
  titles: t('checks.new.name'),
  severity: t('checks.new.severity'),
  advices: t('checks.new.advice'),
  ...Object.fromEntries(Object.keys(options ?? {}).map((name) => [`options.${name}`, optionName(name)])),
});
