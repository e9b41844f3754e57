/** What people say of a check, when it is made and when it is changed: its name, how severe it is, and what to do. */
import type { VNode } from 'preact';
import { SEVERITIES, severityName, type Severity } from '../api/checks.js';
import { t } from '../i18n/index.js';
import '../styles/decide.css';

export interface CheckWords {
  name: string;
  severity: Severity;
  advice: string;
}

interface CheckFieldsOptions {
  words: CheckWords;
  onChange: (changed: Partial<CheckWords>) => void;
}

export const CheckFields = ({ words: { name, severity, advice }, onChange }: CheckFieldsOptions): VNode => (
  <>
    <label>
      {t('checks.new.name')} {t('form.required')}
      <input
        type="text"
        required
        maxLength={190}
        value={name}
        onInput={({ currentTarget: { value } }) => onChange({ name: value })}
      />
    </label>
    <label>
      {t('checks.new.severity')}
      <select value={severity} onChange={({ currentTarget: { value } }) => onChange({ severity: value as Severity })}>
        {SEVERITIES.map((one) => (
          <option key={one} value={one}>
            {severityName(one)}
          </option>
        ))}
      </select>
    </label>
    <label>
      {t('checks.new.advice')}
      <textarea
        rows={3}
        maxLength={2000}
        value={advice}
        onInput={({ currentTarget: { value } }) => onChange({ advice: value })}
      />
    </label>
  </>
);
