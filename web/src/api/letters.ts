/** The own letters, and what the reader watches: asked for once, and kept while the page is open. */
import { Store } from '../store.js';
import { language, type Language } from '../i18n/index.js';
import type { MapOfKinds } from './map.js';
import { send, tried, type Answer } from './send.js';
import { session } from './session.js';

export const LETTERS = '/api/me/letters';
export const EVERY = ['none', 'daily', 'weekly'] as const;

export interface Letters {
  /** The server sends letters. */
  available: boolean;
  email: string | null;
  every: (typeof EVERY)[number];
  /** What they are written in; null where none come. */
  language: Language | null;
  sent_at: string | null;
  error: string | null;
  watches: ReadonlyArray<{ id: number; href: string; name: string }>;
}

/** As they are known here; undefined until somebody asked. */
export const letters = new Store<Letters | undefined>(undefined);
let asked: number | undefined;

/** Asks for them once for whoever is signed in; nothing where the server knows none. */
export function askForLetters({ description }: MapOfKinds): void {
  const id = session.get()?.id;
  if (id === undefined || id === asked || !(LETTERS in description.openapi.paths)) return;
  asked = id;
  letters.set(undefined);
  send({ method: 'GET', path: LETTERS }).then(keep, () => (asked = undefined));
}

/** The watch of what stands at an address; undefined for none. A table is watched by its filters, however it is sorted and shown. */
export const watchOf = (own: Letters | undefined, href: string): Letters['watches'][number] | undefined =>
  own?.watches.find((one) => meant(one.href) === meant(href));

function meant(href: string): string {
  const { pathname, searchParams, hash } = new URL(href, location.origin);
  const filters = [...searchParams].filter(([name]) => name.startsWith('filter['));
  return JSON.stringify([pathname, filters.map((one) => one.join('=')).sort(), hash]);
}

/** Watches what stands at an address, or no more; answers as the server does. */
export async function watch(href: string, name: string, isWatched: boolean): Promise<Pick<Answer, 'status' | 'body'>> {
  const known = watchOf(letters.get(), href);
  if (isWatched) {
    const answer = await tried({ method: 'POST', path: `${LETTERS}/watches`, body: { href, name } });
    keep(answer);
    return answer;
  }
  if (!known) return { status: 200, body: [] };
  const answer = await tried({ method: 'DELETE', path: `${LETTERS}/watches/${known.id}` });
  const now = letters.get();
  if (now && (answer.status < 400 || answer.status === 404))
    letters.set({ ...now, watches: now.watches.filter(({ id }) => id !== known.id) });
  return answer;
}

/** Chooses how often they come, and in which language, which begins as that of the page; answers as the server does. */
export async function chooseLetters(
  every: Letters['every'],
  spoken = letters.get()?.language ?? language.get(),
): Promise<Pick<Answer, 'status' | 'body'>> {
  const answer = await tried({ method: 'PUT', path: LETTERS, body: { every, language: spoken } });
  keep(answer);
  return answer;
}

function keep({ status, body }: Pick<Answer, 'status' | 'body'>): void {
  if (status < 400) letters.set((body as { data: Letters }).data);
}
