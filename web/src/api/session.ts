/**
 * Who is signed in on this browser. The secret is in a cookie, which no script can read; what all tabs know of the session is kept
 * in the browser, and a tab hears at once when another one changes it.
 */
import { ApiError, Meridian, type Me } from 'meridian-client';
import { showPasskey, type FactorKind, type Proof } from './factors.js';
import { language } from '../i18n/index.js';
import { Store } from '../store.js';

export interface Session {
  /** Goes with every request: the server refuses those of a page that shows another session. */
  id: number;
  userId: number;
  login: string;
  name: string;
  /** When it ends if nobody uses it, and when it ends in any case. */
  expiresAt: string;
  endsAt: string;
  /** A second factor is required of them, and they have none: the session serves for setting one up alone. */
  mustEnrol?: true;
}

/** Somebody whose password is right, and who is still to show a second factor. */
export interface WaitingForFactor {
  kinds: readonly FactorKind[];
  ticket: string;
}

const KEY = 'meridian-session';
/** Milliseconds after its end at which the server is asked whether a session was used elsewhere meanwhile. */
const AFTER_END = 1000;
/** The longest time that a browser can wait for. */
const LONGEST_WAIT = 2 ** 31 - 1;

/** The session of this tab, or null. */
export const session = new Store<Session | null>(kept());

/** Whether the session ended by itself: its time is over, another tab signed out, or the server takes it no longer. */
export const ended = new Store(false);

/** Who else signed in on this browser, while this tab still shows what somebody typed: it sends nothing until they have chosen. */
export const another = new Store<Session | null>(null);

/** Whoever signs in and is still to show a second factor. */
export const waitingForFactor = new Store<WaitingForFactor | null>(null);

/** What the reader is to show anew before a request goes on, and who waits for that; null while nothing is asked. */
export const toConfirm = new Store<{ by: readonly string[]; then: (isConfirmed: boolean) => void } | null>(null);

/** Whose page this is, once somebody has signed in. */
let owner = session.get()?.userId;
/** How often the session of this tab changed: an answer to an older question says nothing about it. */
let turn = 0;
let ending: ReturnType<typeof setTimeout> | undefined;

/** What the tabs of this browser know. */
function kept(): Session | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? 'null') as Session | null;
  } catch {
    return null;
  }
}

function keep(next: Session | null): void {
  if (next) localStorage.setItem(KEY, JSON.stringify(next));
  else localStorage.removeItem(KEY);
}

/** This tab goes on with a session of the browser. */
export function show(next: Session): void {
  turn++;
  owner = next.userId;
  another.set(null);
  ended.set(false);
  session.set(next);
  watchEnd();
}

/** This tab has no session any more; what it shows stays as it is. `other`: who has one instead. */
function stop(other: Session | null = null, byItself = true): void {
  turn++;
  clearTimeout(ending);
  another.set(other);
  ended.set(byItself);
  session.set(null);
}

/** A session of the browser, or that there is none: a tab takes one of its own reader, and asks before it takes another's. */
function hear(next: Session | null): void {
  if (next && (owner === undefined || owner === next.userId)) show(next);
  else if (next || session.get() || another.get()) stop(next);
}

/** Asks the server once the session has ended, unless it was used in another tab. */
function watchEnd(): void {
  clearTimeout(ending);
  const left = Date.parse(session.get()!.expiresAt) + AFTER_END - Date.now();
  ending = setTimeout(() => void look(), Math.min(Math.max(left, AFTER_END), LONGEST_WAIT));
}

/** Asks the server whose session this browser has, which is no use of it. Without an answer everything stays as it is. */
export async function look(): Promise<void> {
  const asked = turn;
  const answer = await fetch('/api/me', { headers: languageHeader() }).catch(() => undefined);
  if (!answer || (!answer.ok && answer.status !== 401)) return;
  const me = answer.ok ? ((await answer.json()) as Me) : null;
  if (asked !== turn) return;
  const next = me?.session ? sessionOf(me.session, me, me.enrol) : null;
  keep(next);
  hear(next);
}

const sessionOf = (
  { id, expires_at: expiresAt, ends_at: endsAt }: NonNullable<Me['session']>,
  { id: userId, login, name }: { id: number; login: string; name: string | null },
  mustEnrol?: boolean,
): Session => ({
  ...{ id, userId, login, name: name || login, expiresAt, endsAt },
  ...(mustEnrol && { mustEnrol }),
});

/** The client of the API, as whoever is signed in and in the language of the page. Nothing is sent twice behind their back. */
export function client(): Meridian {
  const current = session.get();
  return clientWith(requestHeaders(), async (address, request) => {
    const answer = await fetch(address, { ...request, credentials: current ? 'same-origin' : 'omit' });
    const confirm = answer.status === 401 ? await confirmationIn(answer) : undefined;
    if (confirm) {
      if (!(await askToConfirm(confirm))) return answer;
      const headers = new Headers(request?.headers);
      headers.set('x-meridian-page', String(session.get()?.id));
      return fetch(address, { ...request, headers, credentials: 'same-origin' });
    }
    // Whatever a page asks for: where the session is no longer taken, whoever sees the page signs in again.
    if (answer.status === 401) refused(current?.id);
    return answer;
  });
}

/** By what the server wants the session to be confirmed; undefined where it takes the session no longer. */
async function confirmationIn(answer: Response): Promise<readonly string[] | undefined> {
  if (!answer.headers.get('www-authenticate')?.includes('insufficient_user_authentication')) return undefined;
  return ((await answer.clone().json()) as { confirm?: string[] }).confirm;
}

let confirming: Promise<boolean> | undefined;

/** Asks the reader to show anew that it is them; requests that wait at once ask once. */
function askToConfirm(by: readonly string[]): Promise<boolean> {
  confirming ??= new Promise<boolean>((then) => toConfirm.set({ by, then })).finally(() => (confirming = undefined));
  return confirming;
}

const clientWith = (headers: Record<string, string>, send: typeof fetch): Meridian =>
  new Meridian({ url: location.origin, headers, retry: { retries: 0 }, timeout: 0, fetch: send });

type Entry = Pick<Me, 'session' | 'enrol'> & { user: Me; logout_url?: string };

/** A request for signing in, for a session in a cookie. */
const enter = (path: string, body: object): Promise<Entry> =>
  clientWith({ ...languageHeader(), 'x-meridian-session': 'cookie' }, (...call) => fetch(...call)).request<Entry>(
    'POST',
    path,
    { body, open: true },
  );

function begin({ session: given, user, enrol, logout_url: away }: Entry): void {
  if (away) localStorage.setItem(LOGOUT_KEY, away);
  waitingForFactor.set(null);
  const next = sessionOf(given!, user, enrol);
  keep(next);
  show(next);
}

/** Notes that a second factor is asked for, where that is why somebody was not let in. */
function isFactorAsked(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { factor, ticket } = error.problem as { factor?: FactorKind[]; ticket?: string };
  if (!factor || ticket === undefined) return false;
  waitingForFactor.set({ kinds: factor, ticket });
  return true;
}

/**
 * Signs in; `isRemembered`: for as long as the server offers it on this device. False: a second factor is asked for, see
 * `waitingForFactor`. Throws as the client does where that fails: an ApiError with the server's sentence, or a ConnectionError.
 */
export async function signIn(login: string, password: string, isRemembered = false): Promise<boolean> {
  localStorage.removeItem(LOGOUT_KEY);
  try {
    begin(await enter('/api/login', { login, password, ...(isRemembered && { remember: true }) }));
    return true;
  } catch (error) {
    if (isFactorAsked(error)) return false;
    throw error;
  }
}

/** The second step: what is shown with the ticket. Throws as `signIn`. */
export async function signInByFactor(ticket: string, proof: Proof): Promise<void> {
  begin(await enter('/api/login/factor', { ticket, ...proof }));
}

/** Signs in by a passkey alone. Throws as `signIn`, and PasskeyFailed. */
export async function signInByPasskey(isRemembered = false): Promise<void> {
  const passkey = await showPasskey(await passkeyQuestion());
  begin(await enter('/api/login/passkey', { passkey, ...(isRemembered && { remember: true }) }));
}

/** What the browser is to be asked for a passkey. */
export const passkeyQuestion = (ticket?: string): Promise<unknown> =>
  enter('/api/login/passkey/options', ticket === undefined ? {} : { ticket });

/** Where the session at the provider is ended, for whoever signed in there. */
const LOGOUT_KEY = 'meridian-logout';

/**
 * Goes on where somebody comes back from the provider: the address has a code, which signs in once, and is taken out of it. `factor`: a
 * second factor is asked for; `expired`: the code is worth nothing any more.
 */
export async function signInByCode(): Promise<'factor' | 'expired' | undefined> {
  const code = /^#signin=([\w-]+)$/.exec(location.hash)?.[1];
  if (code === undefined) return undefined;
  history.replaceState(history.state, '', location.pathname + location.search);
  try {
    begin(await enter('/api/login/code', { code }));
    return undefined;
  } catch (error) {
    return isFactorAsked(error) ? 'factor' : 'expired';
  }
}

/** Signs out, in all tabs and on the server. Throws as the client does where that fails: a cookie is taken away by the server alone. */
export async function signOut(): Promise<void> {
  try {
    await client().logout();
  } catch (error) {
    // 507: the server refuses the session from now on, though it cannot write that down yet.
    if (!(error instanceof ApiError && [401, 507].includes(error.status))) throw error;
  }
  keep(null);
  owner = undefined;
  stop(null, false);
  const away = localStorage.getItem(LOGOUT_KEY);
  localStorage.removeItem(LOGOUT_KEY);
  if (away !== null && /^https?:/.test(away)) location.assign(away);
}

/** The server took the session with this id no longer: this tab has none, and learns whether the browser has another one. */
export function refused(id: number | undefined): void {
  if (id === undefined || session.get()?.id !== id) return;
  stop();
  void look();
}

/** The language of the page, where the browser does not ask for it by itself. */
const languageHeader = (): Record<string, string> =>
  navigator.language.slice(0, 2).toLowerCase() === language.get() ? {} : { 'accept-language': language.get() };

/** The headers of every request: the session that the page shows, and its language. */
export const requestHeaders = (): Record<string, string> => {
  const current = session.get();
  return { ...languageHeader(), ...(current && { 'x-meridian-page': String(current.id) }) };
};

/** Hears from the other tabs of the browser from now on, and knows when the session is to end. */
export function watchSession(): void {
  addEventListener('storage', ({ key }) => {
    if (key === KEY || key === null) hear(kept());
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && session.get()) void look();
  });
  if (session.get()) watchEnd();
}
