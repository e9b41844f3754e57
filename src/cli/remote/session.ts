/** The server that a command speaks to, and as whom. */
import { Meridian } from 'meridian-client';
import { UsageError } from '../terminal.js';
import { environmentOf, type Environment } from './environment.js';
import { Interrupted, NotSignedIn } from './exit-codes.js';
import type { KnownType } from './condensed.js';
import { knownTypes, typeNamed, unknownType, type Known } from './known.js';
import { storedSignIn } from './sign-in.js';

/** What every command takes. */
export interface CommonOptions {
  url?: string | undefined;
}

/** Ends what is under way when the user presses Ctrl-C. */
const interruption = new AbortController();
export const { signal } = interruption;

/** Listens for Ctrl-C: the first one ends requests, and what was begun is put in order; a second one ends all at once. */
export function listenForInterruption(): void {
  process.once('SIGINT', () => interruption.abort(new Interrupted('Broken off.')));
}

export interface Session {
  client: Meridian;
  url: string;
  environment: Environment;
  /** The types that the server has, and their fields. */
  known(): Promise<Known>;
  /** One type by its path or an older name. Throws a UsageError that proposes the nearest one. */
  type(name: string): Promise<KnownType>;
}

/** The address that is meant: an option, the environment, then the sign-in. */
export async function addressOf({ url }: CommonOptions, environment: Environment): Promise<string | undefined> {
  return plain(url ?? environment.url ?? (await storedSignIn(environment.configFolder))?.url);
}

/** Throws a NotSignedIn without an address or token. A token is sent to no other server than the one that gave it. */
export async function openSession(options: CommonOptions): Promise<Session> {
  const environment = environmentOf();
  const url = await addressOf(options, environment);
  if (url === undefined) throw new NotSignedIn('At which server? Sign in first: meridian login --url https://…');
  const stored = await storedSignIn(environment.configFolder);
  const token = environment.token ?? (stored && plain(stored.url) === url ? stored.token : undefined);
  if (token === undefined) throw new NotSignedIn(`You are not signed in at ${url}: meridian login --url ${url}`);
  const client = clientOf(url, token);
  const known = (anew = false): Promise<Known> => knownTypes(client, url, environment.cacheFolder, anew);
  const type = async (name: string): Promise<KnownType> => {
    const found = typeNamed(await known(), name);
    if (found) return found;
    // The server may be of a later release than what is kept of it.
    const now = await known(true);
    return typeNamed(now, name) ?? unknownType(now, name);
  };
  return { client, url, environment, known: () => known(), type };
}

/** Throws a UsageError for an address that is none. */
export function clientOf(url: string, token?: string): Meridian {
  if (!/^https?:\/\/\S+$/.test(url)) {
    throw new UsageError(`The address must begin with http:// or https://, not '${url}'.`);
  }
  return new Meridian({ url, headers: { 'user-agent': 'meridian-cli' }, ...(token !== undefined && { token }) });
}

const plain = (url: string | undefined): string | undefined => url?.replace(/\/+$/, '');
