/** `login`, `logout`, `whoami`: whose rights the commands have. */
import { ApiError, type Meridian, type SignedIn } from 'meridian-client';
import { NotSignedIn, UsageError } from '../errors.js';
import { printObject, type Format } from '../output.js';
import { note, passwordFromInput } from '../terminal.js';
import { askOnTerminal } from './asking.js';
import { signInByDevice, signInByLoopback } from './browser-sign-in.js';
import {
  addressOf,
  clientOf,
  environmentOf,
  forgetSignIn,
  openSession,
  readSignIn,
  signal,
  storeSignIn,
  type CommonOptions,
} from './session.js';

const NOBODY_THERE =
  'There is no terminal to ask on: --device, --login NAME --password-stdin, or MERIDIAN_TOKEN, do without.';

interface LoginOptions extends CommonOptions {
  device?: boolean | undefined;
  addressOnly?: boolean | undefined;
  login?: string | undefined;
  passwordStdin?: boolean | undefined;
}

/** Signs in by a browser, or with a password where a login is named, and keeps the token. */
export async function login(options: LoginOptions): Promise<void> {
  const environment = environmentOf();
  const url = await addressOf(options, environment);
  if (url === undefined) throw new UsageError('At which server? --url https://map.example.org');
  const client = clientOf(url);
  const { access_token: token, expires_at, user } = await signedIn(client, url, options);
  const file = await storeSignIn(environment.configFolder, { url, login: user.login, token, expires_at });
  note(`You are signed in at ${url} as ${user.login} until ${expires_at.slice(0, 16).replace('T', ' ')} UTC.`);
  note(`The token is in ${file}, which only you can read.`);
}

/** The ways of signing in; with a password alone nothing but a terminal is needed. */
async function signedIn(client: Meridian, url: string, options: LoginOptions): Promise<SignedIn> {
  const { device = false, addressOnly = false, passwordStdin = false } = options;
  if (!device && (options.login !== undefined || passwordStdin)) {
    const name = options.login ?? (await ask(`Login at ${url}: `, true));
    return client.login(name, passwordStdin ? await passwordFromInput() : await ask('Password: ', false));
  }
  if (device) return signInByDevice(client);
  if (!addressOnly && !process.stdin.isTTY) throw new NotSignedIn(NOBODY_THERE);
  return signInByLoopback(client, url, !addressOnly);
}

/** Ends the token and forgets it. Does nothing where nobody is signed in. */
export async function logout(): Promise<void> {
  const { configFolder } = environmentOf();
  const stored = await readSignIn(configFolder);
  if (!stored) return note('Nobody was signed in.');
  // Whatever becomes of the token, it is forgotten here first.
  await forgetSignIn(configFolder);
  try {
    await clientOf(stored.url, stored.token).logout({ signal });
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 401)) throw error;
  }
  note(`You are signed out at ${stored.url}.`);
}

/** Prints who is signed in where, and what they may do. */
export async function whoami(options: CommonOptions & { output?: Format | undefined }): Promise<void> {
  const { client, url } = await openSession(options);
  const { id, login, name, email, roles, abilities } = await client.me({ signal });
  await printObject({ url, id, login, name, email, roles, abilities }, options.output);
}

/** Asks on the terminal. `echo`: what is typed can be seen. */
async function ask(question: string, echo: boolean): Promise<string> {
  if (process.stdin.isTTY) return askOnTerminal(question, echo);
  throw new NotSignedIn(NOBODY_THERE);
}
