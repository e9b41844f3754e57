/** A passkey, or a code of an app: the second step of signing in, and the confirmation that it is still the reader. */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { arePasskeysOffered, PasskeyFailed, showPasskey, type FactorKind, type Proof } from '../api/factors.js';
import { t } from '../i18n/index.js';
import { sentenceOf } from './sign-in.js';

interface FactorFormOptions {
  about: string;
  kinds: readonly (FactorKind | 'password')[];
  /** Asks the server what the browser is to be asked. */
  ask: () => Promise<unknown>;
  /** Shows it to the server; throws where that refuses it. */
  show: (proof: Proof) => Promise<void>;
  onCancel: () => void;
}

export function FactorForm({ about, kinds, ask, show, onCancel }: FactorFormOptions): VNode {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const byPassword = kinds.includes('password');
  const byPasskey = kinds.includes('passkey');
  useEffect(() => field.current!.focus(), []);
  const attempt = async (proof: () => Promise<Proof>): Promise<void> => {
    setProblem('');
    setBusy(true);
    try {
      await show(await proof());
    } catch (error) {
      setProblem(error instanceof PasskeyFailed ? error.message : sentenceOf(error));
      setBusy(false);
      field.current?.select();
    }
  };
  const submit = (event: TargetedSubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const value = field.current!.value;
    void attempt(() => Promise.resolve(byPassword ? { password: value } : { code: value }));
  };
  return (
    <form onSubmit={submit}>
      <p>{about}</p>
      {byPasskey && arePasskeysOffered() && (
        <p>
          <button
            class="primary"
            type="button"
            disabled={busy}
            onClick={() => void attempt(async () => ({ passkey: await showPasskey(await ask()) }))}
          >
            {t('factor.use-passkey')}
          </button>
        </p>
      )}
      <label for="factor-code">{t(byPassword ? 'sign-in.password' : 'factor.code')}</label>
      {byPassword ? (
        <input id="factor-code" ref={field} type="password" autocomplete="current-password" required />
      ) : (
        <input id="factor-code" ref={field} type="text" autocomplete="one-time-code" spellcheck={false} required />
      )}
      {!byPassword && <p class="faint">{t(kinds.includes('totp') ? 'factor.code.about' : 'factor.recovery.about')}</p>}
      <p class="form-problem" role="alert">
        {problem}
      </p>
      <div class="form-end">
        <button class="quiet" type="button" onClick={onCancel}>
          {t('cancel')}
        </button>
        <button class="primary" type="submit" disabled={busy}>
          {t('factor.confirm')}
        </button>
      </div>
    </form>
  );
}
