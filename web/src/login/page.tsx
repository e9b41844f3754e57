/** The page at /login: signs in, and leads to where the reader wanted to go. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Description, slugOf } from '../api/description.js';
import { Rights } from '../api/rights.js';
import { session } from '../api/session.js';
import { Frame } from '../app/frame.js';
import { go, place } from '../app/router.js';
import { sentenceOf, SignInForm } from '../components/sign-in.js';
import { t } from '../i18n/index.js';
import './login.css';

export default function Login(): VNode {
  const [problem, setProblem] = useState('');
  const title = t('login.title');
  useEffect(() => {
    document.title = `${title} · Meridian`;
  }, [title]);
  const goOn = async (): Promise<void> => {
    try {
      go(wanted() ?? (await firstTable()), { replace: true });
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  useEffect(() => {
    if (session.get()) void goOn();
    else document.querySelector<HTMLElement>('#login')!.focus();
  }, []);
  return (
    <Frame home="/">
      <section class="login card" aria-labelledby="login-title">
        <h1 id="login-title">{title}</h1>
        <SignInForm onDone={() => void goOn()} />
        {problem && (
          <p class="form-problem" role="alert">
            {problem}
          </p>
        )}
      </section>
    </Frame>
  );
}

/** Where the reader came from, if that is a page of this server. */
function wanted(): string | undefined {
  const next = new URLSearchParams(place.get().search).get('next');
  if (!next?.startsWith('/')) return undefined;
  const url = new URL(next, location.origin);
  return url.origin === location.origin ? url.pathname + url.search + url.hash : undefined;
}

/** The first table that the reader may see; the API's own page where there is none. */
async function firstTable(): Promise<string> {
  const [description, rights] = await Promise.all([Description.known(), Rights.fetch()]);
  const first = description.groups.flatMap(({ tags }) => tags).find((one) => one['x-resource'] && rights.mayList(one));
  return first ? `/objects/${slugOf(first)}` : '/docs';
}
