/** One's own password. A new one ends all sessions and tokens; this browser signs in with it at once. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { session, signIn } from '../api/session.js';
import { Field, Refused, useDeeds } from '../components/writing.js';
import { t, type PlainKey } from '../i18n/index.js';

/** The fields of the form, as the server calls those that it takes. */
const FIELDS = [
  ['old_password', 'account.password.old', 'current-password'],
  ['new_password', 'account.password.new', 'new-password'],
  ['again', 'account.password.again', 'new-password'],
] as const satisfies ReadonlyArray<readonly [string, PlainKey, string]>;

const NOTHING = { old_password: '', new_password: '', again: '' };

export function PasswordForm(): VNode {
  const [typed, setTyped] = useState<Record<string, string>>(NOTHING);
  const { writing, told, announce, hush } = useDeeds(() => undefined);
  const [differs, setDiffers] = useState(false);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    hush();
    const { again, ...body } = typed;
    const { login } = session.get() ?? {};
    setDiffers(again !== body['new_password']);
    if (again !== body['new_password'] || login === undefined) return;
    if (!(await writing.write({ method: 'PUT', path: '/api/me/password', body }))) return;
    setTyped(NOTHING);
    // Where that fails the page learns at its next request that its session has ended.
    await signIn(login, body['new_password']!).catch(() => undefined);
    announce(t('account.password.done'));
  };
  const errors = differs ? { again: [t('account.password.differs')] } : writing.errors;
  return (
    <form
      class="card admin-form account-password"
      noValidate
      aria-labelledby="account-password"
      onSubmit={(event) => void submit(event)}
    >
      <h2 id="account-password">{t('account.password')}</h2>
      <p class="faint">{t('account.password.about')}</p>
      {FIELDS.map(([name, label, use]) => (
        <Field key={name} name={name} label={t(label)} errors={errors}>
          {(props) => (
            <input
              {...props}
              type="password"
              autocomplete={use}
              value={typed[name]}
              onInput={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, [name]: value }))}
            />
          )}
        </Field>
      ))}
      {told}
      <Refused
        writing={writing}
        titles={Object.fromEntries(FIELDS.map(([name, label]) => [name, t(label)]))}
        shown={FIELDS.map(([name]) => name)}
      />
      <div class="admin-end">
        <button class="primary" type="submit" disabled={writing.isBusy}>
          {t('account.password.change')}
        </button>
      </div>
    </form>
  );
}
