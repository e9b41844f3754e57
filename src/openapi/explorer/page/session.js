/** Who is signed in: the token lives in this tab only, and goes with every request to this server. */

const KEY = 'meridian-session';
const listeners = new Set();
let current = read();
let ending;

function read() {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    return kept && Date.parse(kept.expiresAt) > Date.now() ? kept : null;
  } catch {
    return null;
  }
}

function keep(session) {
  current = session;
  if (session) sessionStorage.setItem(KEY, JSON.stringify(session));
  else sessionStorage.removeItem(KEY);
  watchEnd();
  for (const listener of listeners) listener(current);
}

/** Signs out here when the token has expired. */
function watchEnd() {
  clearTimeout(ending);
  if (!current) return;
  const left = Date.parse(current.expiresAt) - Date.now();
  if (left < 2 ** 31) ending = setTimeout(() => keep(null), left);
}

/** The session, or null: `{ token, expiresAt, login, name }`. */
export const session = () => current;

/** Hears of every change, and at once of what is. */
export function onSession(listener) {
  listeners.add(listener);
  listener(current);
}

/** Signs in. Throws the sentence of the answer where that fails. */
export async function signIn(login, password) {
  const answer = await fetch('/api/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ login, password }),
  });
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(body.message ?? `The server answered ${answer.status}.`);
  const { user } = body;
  keep({ token: body.access_token, expiresAt: body.expires_at, login: user.login, name: user.name ?? user.login });
}

/** Signs out, here and on the server. */
export async function signOut() {
  const headers = authorization();
  keep(null);
  await fetch('/api/logout', { method: 'POST', headers }).catch(() => undefined);
}

/** Forgets a token that the server no longer takes. */
export const forget = () => keep(null);

/** The header that carries the token. */
export const authorization = () => (current ? { authorization: `Bearer ${current.token}` } : {});

watchEnd();
