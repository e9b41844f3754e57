/** The form for signing in, and who is signed in, at the top of the page. */
import { ApiError } from 'meridian-client';
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { ChangedFile } from '../api/upload.js';
import { arePasskeysOffered, PasskeyFailed } from '../api/factors.js';
import {
  another,
  client,
  ended,
  passkeyQuestion,
  session,
  show,
  signIn,
  signInByFactor,
  signInByPasskey,
  signOut,
  waitingForFactor,
  type Session,
} from '../api/session.js';
import { language, t } from '../i18n/index.js';
import { Store, useStore } from '../store.js';
import { FactorForm } from './factor-form.js';
import { typeset, withRights } from './sentences.js';

/** Who waits for somebody to sign in; null while the form is closed. */
const waiting = new Store<{ then: (() => void) | undefined } | null>(null);

/** Opens the form; `then` runs once somebody signed in. */
export const openSignIn = (then?: () => void): void => waiting.set({ then });

/** What is wrong, for the reader: the sentence of the server, or that there is none. */
export function sentenceOf(error: unknown): string {
  if (error instanceof ChangedFile) return t('file.changed');
  if (!(error instanceof ApiError)) return t('server.away');
  const { status, problem } = error;
  const sentence = problem.message ?? t('server.answered', { status: String(status) });
  return status === 403 ? withRights(sentence) : typeset(sentence);
}

/** The state of the session: a button, or a name and how long the session lasts. */
export function SessionState(): VNode {
  const current = useStore(session);
  return (
    <div id="session" class="session" aria-live="polite">
      {current ? (
        <SignedIn {...current} />
      ) : (
        <button class="primary" type="button" id="sign-in" onClick={() => openSignIn()}>
          {t('sign-in')}
        </button>
      )}
    </div>
  );
}

function SignedIn({ name, login, endsAt }: Session): VNode {
  const [problem, setProblem] = useState('');
  const end = new Date(endsAt);
  const format = (options: Intl.DateTimeFormatOptions): string => end.toLocaleString(language.get(), options);
  const isToday = end.toDateString() === new Date().toDateString();
  const time = format({ hour: '2-digit', minute: '2-digit' });
  const until = isToday ? time : `${format({ day: 'numeric', month: 'short' })}, ${time}`;
  return (
    <>
      <a
        class="person"
        href="/account"
        title={t('session.person', { login, until: format({ dateStyle: 'medium', timeStyle: 'medium' }) })}
      >
        <span class="initial" aria-hidden="true">
          {name.slice(0, 1).toUpperCase()}
        </span>
        <span class="person-words">
          <strong>{login}</strong>
          <small>{t('session.until', { until })}</small>
        </span>
      </a>
      {problem && (
        <span class="form-problem" role="alert">
          {problem}
        </span>
      )}
      <button
        class="quiet"
        type="button"
        id="sign-out"
        onClick={() => {
          setProblem('');
          signOut().catch(() => setProblem(t('sign-out.failed')));
        }}
      >
        <span>{t('sign-out')}</span>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M10 4H5v16h5M15 8l4 4-4 4M19 12H9" />
        </svg>
      </button>
    </>
  );
}

/** The form in a window above the page. It stands once in the page, and what stands below it stays as it is. */
export function SignInDialog(): VNode {
  const open = useStore(waiting);
  const current = useStore(session);
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    if (open && !dialog.current!.open) dialog.current!.showModal();
  }, [open]);
  // Whoever it is may have signed in in another tab.
  useEffect(() => {
    if (current && dialog.current!.open) done();
  }, [current?.id]);
  const done = (): void => {
    dialog.current!.close();
    open?.then?.();
  };
  return (
    <dialog
      class="sign-in"
      id="sign-in-dialog"
      aria-labelledby="sign-in-title"
      ref={dialog}
      onClose={() => waiting.set(null)}
    >
      {open && (
        <>
          <h2 id="sign-in-title">{t('sign-in')}</h2>
          <SignInForm onDone={done} onCancel={() => dialog.current!.close()} />
        </>
      )}
    </dialog>
  );
}

/** Login and password; `onDone` is called once somebody signed in. */
export function SignInForm({ onDone, onCancel }: { onDone: () => void; onCancel?: () => void }): VNode {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const [isRemembered, setRemembered] = useState(false);
  const { remember_days: days, provider, password: hasPassword = true, passkey } = useChoices();
  const hasEnded = useStore(ended);
  const other = useStore(another);
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const field = (name: string): HTMLInputElement => event.currentTarget.querySelector(`[name=${name}]`)!;
    const [login, password] = [field('login'), field('password')];
    setProblem('');
    setBusy(true);
    try {
      const isIn = await signIn(login.value, password.value, isRemembered);
      password.value = '';
      if (isIn) onDone();
    } catch (error) {
      setProblem(sentenceOf(error));
      password.select();
    } finally {
      setBusy(false);
    }
  };
  const byPasskey = async (): Promise<void> => {
    setProblem('');
    try {
      await signInByPasskey(isRemembered);
      onDone();
    } catch (error) {
      setProblem(error instanceof PasskeyFailed ? error.message : sentenceOf(error));
    }
  };
  const waiting = useStore(waitingForFactor);
  if (waiting)
    return (
      <FactorForm
        about={t('factor.step')}
        kinds={waiting.kinds}
        ask={() => passkeyQuestion(waiting.ticket)}
        show={async (proof) => {
          await signInByFactor(waiting.ticket, proof);
          onDone();
        }}
        onCancel={() => waitingForFactor.set(null)}
      />
    );
  return (
    <form onSubmit={(event) => void submit(event)}>
      {other ? <Another other={other} onDone={onDone} /> : <p>{t(hasEnded ? 'sign-in.ended' : 'sign-in.about')}</p>}
      {provider && <ByProvider name={provider} inDialog={onCancel !== undefined} />}
      {hasPassword && (
        <>
          <label for="login">{t('sign-in.login')}</label>
          <input id="login" name="login" autocomplete="username" required spellcheck={false} />
          <label for="password">{t('sign-in.password')}</label>
          <input id="password" name="password" type="password" autocomplete="current-password" required />
        </>
      )}
      {hasPassword && days > 0 && (
        <label class="sign-in-remember">
          <input
            type="checkbox"
            checked={isRemembered}
            onChange={({ currentTarget: { checked } }) => setRemembered(checked)}
          />
          <span>{t('sign-in.remember', { count: days })}</span>
        </label>
      )}
      {passkey && arePasskeysOffered() && (
        <p>
          <button class="small-button" type="button" id="sign-in-passkey" onClick={() => void byPasskey()}>
            {t('factor.sign-in')}
          </button>
        </p>
      )}
      <p class="form-problem" role="alert">
        {problem}
      </p>
      <div class="form-end">
        {onCancel && (
          <button class="quiet" type="button" onClick={onCancel}>
            {t('cancel')}
          </button>
        )}
        {hasPassword && (
          <button class="primary" type="submit" disabled={busy}>
            {t('sign-in')}
          </button>
        )}
      </div>
    </form>
  );
}

/** Somebody else has signed in on this browser: the reader chooses whose page this is from now on. */
function Another({ other, onDone }: { other: Session; onDone: () => void }): VNode {
  const goOn = (): void => {
    show(other);
    onDone();
  };
  return (
    <div class="sign-in-another" role="alert">
      <p>{t('sign-in.another', { name: other.name })}</p>
      <button class="small-button" type="button" onClick={goOn}>
        {t('sign-in.another.go-on', { name: other.name })}
      </button>
    </div>
  );
}

/** What somebody may choose who signs in. */
interface Choices {
  /** For how many days they may stay signed in on their device; 0 where that is not offered. */
  remember_days: number;
  /** What the provider is called, where there is one. */
  provider?: string;
  /** Beside a provider: whether anybody signs in with a password. */
  password?: boolean;
  /** Somebody has a passkey, and may sign in by it alone. */
  passkey?: boolean;
}

function useChoices(): Choices {
  const [choices, setChoices] = useState<Choices>({ remember_days: 0 });
  useEffect(() => {
    client()
      .request<Choices>('GET', '/api/login/choices', { open: true })
      .then(setChoices, () => undefined);
  }, []);
  return choices;
}

/** Where somebody goes on who signs in on a page: at the page itself, unless that is the one for signing in alone. */
const wantedPage = (): string =>
  location.pathname === '/login'
    ? (new URLSearchParams(location.search).get('next') ?? '/home')
    : location.pathname + location.search;

/** Leads to the provider, and back to the page that is wanted; from a page that somebody is at work on, in a tab of its own. */
function ByProvider({ name, inDialog }: { name: string; inDialog: boolean }): VNode {
  const wanted = inDialog ? '/home' : wantedPage();
  return (
    <p>
      <a
        class="primary sign-in-provider"
        id="sign-in-provider"
        href={`/login/oidc?return_to=${encodeURIComponent(wanted)}`}
        target={inDialog ? '_blank' : '_self'}
      >
        {t('sign-in.provider', { name })}
      </a>
    </p>
  );
}
