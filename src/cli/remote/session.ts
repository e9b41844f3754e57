/** The server that a command calls, and as whom: from options, the environment, and the sign-in that is kept in a file. */
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Meridian } from 'meridian-client';
import { Interrupted, NotSignedIn, UsageError } from '../errors.js';
import { findType, loadSchema, unknownType, type ResourceType, type ServerSchema } from './server-schema.js';

/** What every command over HTTP takes. */
export interface CommonOptions {
  url?: string | undefined;
}

const interruption = new AbortController();
/** Ends what is under way when the user presses Ctrl-C. */
export const { signal } = interruption;

/** Listens for Ctrl-C: the first one ends requests, and what was begun is put in order; a second one ends all at once. */
export function listenForInterruption(): void {
  process.off('SIGINT', interrupt).once('SIGINT', interrupt);
}

const interrupt = (): void => interruption.abort(new Interrupted('Broken off.'));

/** What the environment says. The program runs on other machines than the server, whose settings these are not. */
interface Environment {
  /** Stand in place of a sign-in. */
  url: string | undefined;
  token: string | undefined;
  /** Holds the sign-in. */
  configFolder: string;
  /** Holds what is known of servers, for completion. */
  cacheFolder: string;
  /** Folders of programs. */
  programs: readonly string[];
  /** What gives the token for a tool that is asked, by its name. */
  tokenFor: (variable: string) => string | undefined;
}

/** Reads `MERIDIAN_URL`, `MERIDIAN_TOKEN`, `XDG_CONFIG_HOME`, `XDG_CACHE_HOME`, `PATH`, and tokens of tools by their names. */
export function environmentOf(variables: Readonly<Record<string, string | undefined>> = process.env): Environment {
  const folder = (name: string, usual: string): string => join(variables[name] || join(homedir(), usual), 'meridian');
  return {
    url: variables['MERIDIAN_URL']?.trim() || undefined,
    token: variables['MERIDIAN_TOKEN']?.trim() || undefined,
    configFolder: folder('XDG_CONFIG_HOME', '.config'),
    cacheFolder: folder('XDG_CACHE_HOME', '.cache'),
    programs: (variables['PATH'] ?? '').split(delimiter),
    tokenFor: (variable) => variables[variable]?.trim() || undefined,
  };
}

/** Where the user is signed in, and with what. */
interface SignIn {
  url: string;
  login: string;
  token: string;
  expires_at: string;
}

const SIGN_IN_FILE = 'sign-in.json';

/** The sign-in that is kept; undefined if there is none, or nothing that can be understood. */
export async function readSignIn(folder: string): Promise<SignIn | undefined> {
  try {
    const stored = JSON.parse(await readFile(join(folder, SIGN_IN_FILE), 'utf8')) as SignIn;
    return stored.url && stored.token ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a sign-in in the place of the one before. The file is never there with wider rights, or half written. */
export async function storeSignIn(folder: string, signIn: SignIn): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [target, draft] = [join(folder, SIGN_IN_FILE), join(folder, `${SIGN_IN_FILE}.${process.pid}`)];
  await writeFile(draft, `${JSON.stringify(signIn, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, target);
  return target;
}

export const forgetSignIn = (folder: string): Promise<void> => rm(join(folder, SIGN_IN_FILE), { force: true });

export interface Session {
  client: Meridian;
  url: string;
  /** The types that the server has, and their fields. */
  schema(): Promise<ServerSchema>;
  /** One type by its path or an older name. Throws a UsageError that proposes the nearest one. */
  type(name: string): Promise<ResourceType>;
}

/** The address that is meant: an option, the environment, then the sign-in. */
export async function addressOf({ url }: CommonOptions, environment: Environment): Promise<string | undefined> {
  return withoutSlash(url ?? environment.url ?? (await readSignIn(environment.configFolder))?.url);
}

/** Throws a NotSignedIn without an address or token. A token is sent to no other server than the one that gave it. */
export async function openSession(options: CommonOptions): Promise<Session> {
  const environment = environmentOf();
  const url = await addressOf(options, environment);
  if (url === undefined) throw new NotSignedIn('At which server? Sign in first: meridian login --url https://…');
  const stored = await readSignIn(environment.configFolder);
  const token = environment.token ?? (stored && withoutSlash(stored.url) === url ? stored.token : undefined);
  if (token === undefined) throw new NotSignedIn(`You are not signed in at ${url}: meridian login --url ${url}`);
  const client = clientOf(url, token);
  const schema = (fresh = false): Promise<ServerSchema> => loadSchema(client, url, environment.cacheFolder, fresh);
  const type = async (name: string): Promise<ResourceType> => {
    const found = findType(await schema(), name);
    if (found) return found;
    // The server may be of a later release than what is cached of it.
    const fresh = await schema(true);
    const type = findType(fresh, name);
    if (!type) throw unknownType(fresh, name);
    return type;
  };
  return { client, url, schema: () => schema(), type };
}

/** Headers of what is drawn: pictures are kept and shown to others, and so in the language that the user has at the server. */
export const DRAWN = { accept: '*/*', 'accept-language': '*' } as const;

/** Throws a UsageError for an address that is none. */
export function clientOf(url: string, token?: string): Meridian {
  if (!/^https?:\/\/\S+$/.test(url)) {
    throw new UsageError(`The address must begin with http:// or https://, not '${url}'.`);
  }
  // All that commands say is English, whatever language the user has at the server: so is what it says of a refusal.
  const headers = { 'user-agent': 'meridian-cli', 'accept-language': 'en' };
  return new Meridian({ url, headers, ...(token !== undefined && { token }) });
}

const withoutSlash = (url: string | undefined): string | undefined => url?.replace(/\/+$/, '');
