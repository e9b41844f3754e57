/** Who is signed in: the token lives in this tab only, and goes with every request to this server. */
import { Meridian } from 'meridian-client';
import { language } from '../i18n/index.js';
import { Store } from '../store.js';

export interface Session {
  token: string;
  expiresAt: string;
  login: string;
  name: string;
}

const KEY = 'meridian-session';
let ending: ReturnType<typeof setTimeout> | undefined;

/** The session, or null. */
export const session = new Store<Session | null>(read());

/** Whether the session ended by itself: its time is over, or the server took its token no longer. */
export const ended = new Store(false);

function read(): Session | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Session | null;
    return kept && Date.parse(kept.expiresAt) > Date.now() ? kept : null;
  } catch {
    return null;
  }
}

function keep(next: Session | null, byItself = false): void {
  ended.set(byItself);
  if (next) sessionStorage.setItem(KEY, JSON.stringify(next));
  else sessionStorage.removeItem(KEY);
  session.set(next);
  watchEnd();
}

/** Signs out here when the token has expired. */
function watchEnd(): void {
  clearTimeout(ending);
  const current = session.get();
  if (!current) return;
  const left = Date.parse(current.expiresAt) - Date.now();
  if (left < 2 ** 31) ending = setTimeout(() => keep(null, true), left);
}

/** The client of the API, as whoever is signed in and in the language of the page. Nothing is sent twice behind their back. */
export function client(): Meridian {
  const token = session.get()?.token;
  return new Meridian({
    url: location.origin,
    ...(token !== undefined && { token }),
    headers: languageHeader(),
    retry: { retries: 0 },
    timeout: 0,
    // Whatever a page asks for: where the token is no longer taken, whoever sees the page signs in again.
    fetch: async (...request) => {
      const answer = await fetch(...request);
      if (answer.status === 401) expired(token);
      return answer;
    },
  });
}

/** Signs in. Throws as the client does where that fails: an ApiError with the server's sentence, or a ConnectionError. */
export async function signIn(login: string, password: string): Promise<void> {
  const { access_token: token, expires_at: expiresAt, user } = await client().login(login, password);
  keep({ token, expiresAt, login: user.login, name: user.name || user.login });
}

/** Signs out, here and on the server. */
export async function signOut(): Promise<void> {
  const leaving = client();
  keep(null);
  await leaving.logout().catch(() => undefined);
}

/** Forgets a token that the server no longer takes, unless somebody has signed in since. */
export function expired(token: string | undefined): void {
  if (token !== undefined && session.get()?.token === token) keep(null, true);
}

/** The language of the page, where the browser does not ask for it by itself. */
const languageHeader = (): Record<string, string> =>
  navigator.language.slice(0, 2).toLowerCase() === language.get() ? {} : { 'accept-language': language.get() };

/** The headers of a request that is not made by the client: the token, and the language of the page. */
export const requestHeaders = (): Record<string, string> => {
  const current = session.get();
  return { ...languageHeader(), ...(current && { authorization: `Bearer ${current.token}` }) };
};

watchEnd();
