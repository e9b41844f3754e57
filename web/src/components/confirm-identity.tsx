/** The window in which the reader shows anew that it is them, before rights, tokens, passwords or factors are changed. */
import type { VNode } from 'preact';
import type { FactorKind, Proof } from '../api/factors.js';
import { client, session, toConfirm } from '../api/session.js';
import { t } from '../i18n/index.js';
import { useStore } from '../store.js';
import { Dialog } from './dialog.js';
import { FactorForm } from './factor-form.js';

export function ConfirmIdentity(): VNode | null {
  const asked = useStore(toConfirm);
  const current = useStore(session);
  if (!asked) return null;
  const done = (isConfirmed: boolean): void => {
    toConfirm.set(null);
    asked.then(isConfirmed);
  };
  const post = (path: string, body: object): Promise<unknown> => client().request('POST', path, { body });
  return (
    <Dialog title={t('factor.confirm.title')} onClose={() => done(false)}>
      <div class="sign-in-parts">
        {asked.by.includes('provider') ? (
          <>
            <p>{t('factor.confirm.provider')}</p>
            <p>
              <a class="primary sign-in-provider" href="/login/oidc?fresh=1&return_to=%2Faccount" target="_blank">
                {t('factor.confirm.sign-in')}
              </a>
            </p>
            <div class="form-end">
              <button class="quiet" type="button" onClick={() => done(false)}>
                {t('cancel')}
              </button>
              <button class="primary" type="button" disabled={!current} onClick={() => done(true)}>
                {t('factor.confirm.go-on')}
              </button>
            </div>
          </>
        ) : (
          <FactorForm
            about={t('factor.confirm.about')}
            kinds={asked.by as readonly (FactorKind | 'password')[]}
            ask={() => post('/api/me/confirm/options', {})}
            show={async (proof: Proof) => {
              await post('/api/me/confirm', proof);
              done(true);
            }}
            onCancel={() => done(false)}
          />
        )}
      </div>
    </Dialog>
  );
}
