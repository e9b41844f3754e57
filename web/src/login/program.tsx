/**
 * The pages at /login/cli and /login/device: a person who is signed in lets a program in, such as the command line (identity 6), or does
 * not. Who is not signed in signs in first, on the same page.
 */
import type { TargetedSubmitEvent, VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Frame } from '../app/frame.js';
import { place } from '../app/router.js';
import { client, look, session, type Session } from '../api/session.js';
import { sentenceOf } from '../components/sentences.js';
import { SignInForm } from '../components/sign-in.js';
import { t } from '../i18n/index.js';
import { useStore } from '../store.js';
import './login.css';

export default function ProgramPage(): VNode {
  const { path } = useStore(place);
  const current = useStore(session);
  const title = t('program.title');
  useEffect(() => {
    document.title = `${title} · Meridian`;
    // The browser may have a session of which its storage tells nothing.
    if (!current) void look();
  }, [title]);
  const isHere = path.startsWith('/login/cli');
  return (
    <Frame home="/home">
      <section class="login card" aria-labelledby="program-title">
        <h1 id="program-title">{title}</h1>
        {!current && <SignInForm onDone={() => undefined} />}
        {current && (isHere ? <OfThisMachine person={current} /> : <ByCode person={current} />)}
      </section>
    </Frame>
  );
}

/** A program on this machine, which has opened this page and waits at a port for the browser to come back. */
function OfThisMachine({ person }: { person: Session }): VNode {
  const [problem, setProblem] = useState('');
  const asked = askedFor(place.get().search);
  if (!asked) return <p role="alert">{t('program.broken')}</p>;
  const back = (answer: Record<string, string>): void => {
    const query = new URLSearchParams({ ...answer, state: asked.state });
    location.assign(`http://127.0.0.1:${asked.port}/?${query.toString()}`);
  };
  const allow = async (): Promise<void> => {
    try {
      const body = { code_challenge: asked.challenge };
      const { code } = await client().request<{ code: string }>('POST', '/api/login/cli', { body });
      back({ code });
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  return (
    <>
      <p>{t('program.here', { name: person.name })}</p>
      <Choice problem={problem} onAllow={allow} onRefuse={() => Promise.resolve(back({ error: 'access_denied' }))} />
    </>
  );
}

/** What a program asks for in the address; undefined where that is incomplete. */
function askedFor(search: string): { port: number; state: string; challenge: string } | undefined {
  const query = new URLSearchParams(search);
  const [port, state, challenge] = [Number(query.get('port')), query.get('state'), query.get('code_challenge')];
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536;
  return isPort && state && challenge ? { port, state, challenge } : undefined;
}

interface Waiting {
  client: string | null;
  address: string | null;
}

/** A program anywhere, which shows a code. */
function ByCode({ person }: { person: Session }): VNode {
  const [code, setCode] = useState(new URLSearchParams(place.get().search).get('user_code') ?? '');
  const [waiting, setWaiting] = useState<Waiting>();
  const [done, setDone] = useState<'allowed' | 'refused'>();
  const [problem, setProblem] = useState('');
  const find = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    setProblem('');
    try {
      setWaiting(await client().request<Waiting>('GET', '/api/login/device', { query: { user_code: code } }));
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  };
  const answer = async (allow: boolean): Promise<void> => {
    try {
      await client().request('POST', '/api/login/device/confirm', { body: { user_code: code, allow } });
      setDone(allow ? 'allowed' : 'refused');
    } catch (error) {
      setProblem(sentenceOf(error));
      setWaiting(undefined);
    }
  };
  if (done) return <p role="status">{t(done === 'allowed' ? 'program.allowed' : 'program.refused')}</p>;
  if (waiting) {
    return (
      <>
        <p>
          {t('program.waits', {
            client: waiting.client ?? t('program.unnamed'),
            address: waiting.address ?? '?',
            name: person.name,
          })}
        </p>
        <p class="program-code">{code.toUpperCase()}</p>
        <p>{t('program.same-code')}</p>
        <Choice problem={problem} onAllow={() => answer(true)} onRefuse={() => answer(false)} />
      </>
    );
  }
  return (
    <form onSubmit={(event) => void find(event)}>
      <p>{t('program.type')}</p>
      <label for="user-code">{t('program.code')}</label>
      <input
        id="user-code"
        name="user_code"
        value={code}
        onInput={({ currentTarget: { value } }) => setCode(value)}
        autocomplete="off"
        spellcheck={false}
        autocapitalize="characters"
        placeholder="WDJB-MJHT"
        required
      />
      <p class="form-problem" role="alert">
        {problem}
      </p>
      <div class="form-end">
        <button class="primary" type="submit">
          {t('program.go-on')}
        </button>
      </div>
    </form>
  );
}

interface ChoiceOptions {
  problem: string;
  onAllow: () => Promise<void>;
  onRefuse: () => Promise<void>;
}

function Choice({ problem, onAllow, onRefuse }: ChoiceOptions): VNode {
  const [busy, setBusy] = useState(false);
  const run = (act: () => Promise<void>) => (): void => {
    setBusy(true);
    void act().finally(() => setBusy(false));
  };
  return (
    <>
      <p class="form-problem" role="alert">
        {problem}
      </p>
      <div class="form-end">
        <button class="quiet" type="button" id="program-refuse" disabled={busy} onClick={run(onRefuse)}>
          {t('program.refuse')}
        </button>
        <button class="primary" type="button" id="program-allow" disabled={busy} onClick={run(onAllow)}>
          {t('program.allow')}
        </button>
      </div>
    </>
  );
}
