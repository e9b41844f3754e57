/** The page at /login: signs in, and leads to where the reader wanted to go. */
import type { ComponentType, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { look, session } from '../api/session.js';
import { useStore } from '../store.js';
import { Frame } from '../app/frame.js';
import { go, place } from '../app/router.js';
import { SignInForm } from '../components/sign-in.js';
import { t } from '../i18n/index.js';
import './login.css';

export default function Login(): VNode {
  const title = t('login.title');
  useEffect(() => {
    document.title = `${title} · Meridian`;
  }, [title]);
  const goOn = (): void => go(wanted() ?? '/home', { replace: true });
  const current = useStore(session);
  useEffect(() => {
    if (current) return current.mustEnrol ? undefined : goOn();
    document.querySelector<HTMLElement>('#login')?.focus();
    // The browser may have a session of which its storage tells nothing.
    void look();
  }, [current?.id]);
  if (current?.mustEnrol) return <MustEnrol onReady={() => void look().then(goOn)} />;
  return (
    <Frame home="/home">
      <section class="login card" aria-labelledby="login-title">
        <h1 id="login-title">{title}</h1>
        {failure() && (
          <p class="form-problem" id="login-error" role="alert">
            {t(failure()!)}
          </p>
        )}
        <SignInForm onDone={() => (session.get()?.mustEnrol ? undefined : goOn())} />
      </section>
    </Frame>
  );
}

/** A second factor is required, and there is none: nothing else can be done before. */
function MustEnrol({ onReady }: { onReady: () => void }): VNode {
  const [Part, setPart] = useState<ComponentType<{ onReady: () => void }> | null>(null);
  useEffect(() => void import('../account/factors.js').then(({ FactorsPart }) => setPart(() => FactorsPart)), []);
  return (
    <Frame home="/home">
      <section class="login enrol" aria-labelledby="login-title">
        <h1 id="login-title">{t('factor.required.title')}</h1>
        <p>{t('factor.required.about')}</p>
        {Part && <Part onReady={onReady} />}
      </section>
    </Frame>
  );
}

const FAILURES = {
  denied: 'login.error.denied',
  expired: 'login.error.expired',
  state: 'login.error.state',
  provider: 'login.error.provider',
  collision: 'login.error.collision',
  'no-account': 'login.error.no-account',
  'no-group': 'login.error.no-group',
  disabled: 'login.error.disabled',
} as const;

/** The page stands at this address while the provider is away, to which it would have led. */
const TO_PROVIDER = '/login/oidc';

/** What went wrong at the provider, by the word in the address. */
function failure(): (typeof FAILURES)[keyof typeof FAILURES] | undefined {
  const { path, search } = place.get();
  const word = path === TO_PROVIDER ? 'provider' : (new URLSearchParams(search).get('error') ?? '');
  return Object.entries(FAILURES).find(([name]) => name === word)?.[1];
}

/** Where the reader came from, if that is a page of this server. */
function wanted(): string | undefined {
  const parameters = new URLSearchParams(place.get().search);
  const next = parameters.get('next') ?? parameters.get('return_to');
  if (!next?.startsWith('/')) return undefined;
  const url = new URL(next, location.origin);
  return url.origin === location.origin ? url.pathname + url.search + url.hash : undefined;
}
