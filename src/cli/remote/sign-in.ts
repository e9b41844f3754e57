/** `login`, `logout`, `whoami`: whose rights the commands have. */
import { ApiError } from 'meridian-client';
import { NotSignedIn, UsageError } from '../errors.js';
import { printObject, type Format } from '../output.js';
import { note, passwordFromInput } from '../terminal.js';
import { askOnTerminal } from './asking.js';
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

interface LoginOptions extends CommonOptions {
  login?: string | undefined;
  passwordStdin?: boolean | undefined;
}

/** Asks for what is missing, signs in, and keeps the token. */
export async function login(options: LoginOptions): Promise<void> {
  const environment = environmentOf();
  const url = await addressOf(options, environment);
  if (url === undefined) throw new UsageError('At which server? --url https://map.example.org');
  const client = clientOf(url);
  const name = options.login ?? (await ask(`Login at ${url}: `, true));
  const password = options.passwordStdin ? await passwordFromInput() : await ask('Password: ', false);
  const { access_token: token, expires_at, user } = await client.login(name, password);
  const file = await storeSignIn(environment.configFolder, { url, login: user.login, token, expires_at });
  note(`You are signed in at ${url} as ${user.login} until ${expires_at.slice(0, 16).replace('T', ' ')} UTC.`);
  note(`The token is in ${file}, which only you can read.`);
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
  throw new NotSignedIn(
    'There is no terminal to ask on: --login NAME --password-stdin, or MERIDIAN_TOKEN, do without.',
  );
}
