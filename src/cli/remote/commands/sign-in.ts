/** `login`, `logout`, `whoami`: who the commands speak as. */
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { Writable } from 'node:stream';
import { ApiError } from 'meridian-client';
import { UsageError } from '../../terminal.js';
import { environmentOf } from '../environment.js';
import { Interrupted, NotSignedIn } from '../exit-codes.js';
import { note } from '../output/progress.js';
import { printObject, terminalWidth, usualFormat, type Format } from '../output/output.js';
import { addressOf, clientOf, openSession, signal, type CommonOptions } from '../session.js';
import { forgetSignIn, storedSignIn, storeSignIn } from '../sign-in.js';

interface LoginOptions extends CommonOptions {
  login?: string | undefined;
  passwordStdin?: boolean | undefined;
}

/** Asks for what is missing, signs in, and keeps the token. */
export async function signIn(options: LoginOptions): Promise<void> {
  const environment = environmentOf();
  const url = await addressOf(options, environment);
  if (url === undefined) throw new UsageError('At which server? --url https://map.example.org');
  const client = clientOf(url);
  const login = options.login ?? (await asked(`Login at ${url}: `, true));
  const password = options.passwordStdin ? await fromInput() : await asked('Password: ', false);
  const { access_token: token, expires_at, user } = await client.login(login, password);
  const file = await storeSignIn(environment.configFolder, { url, login: user.login, token, expires_at });
  note(`You are signed in at ${url} as ${user.login} until ${expires_at.slice(0, 16).replace('T', ' ')} UTC.`);
  note(`The token is in ${file}, which only you can read.`);
}

/** Ends the token and forgets it. Does nothing where nobody is signed in. */
export async function signOut(): Promise<void> {
  const { configFolder } = environmentOf();
  const stored = await storedSignIn(configFolder);
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

/** Who is signed in where, and what they may do. */
export async function whoAmI(options: CommonOptions & { output?: Format | undefined }): Promise<void> {
  const { client, url } = await openSession(options);
  const format = options.output ?? usualFormat();
  const { id, login, name, email, roles, abilities } = await client.me({ signal });
  const told = { url, id, login, name, email, roles, abilities };
  await printObject(told, { format, width: terminalWidth() });
}

/** The password that is piped in; its line break is not part of it. */
const fromInput = async (): Promise<string> => (await text(process.stdin)).replace(/\r?\n$/, '');

/** Asks on the terminal. `echo`: what is typed can be seen. */
function asked(question: string, echo: boolean): Promise<string> {
  if (!process.stdin.isTTY) {
    throw new NotSignedIn(
      'There is no terminal to ask on: --login NAME --password-stdin, or MERIDIAN_TOKEN, do without.',
    );
  }
  const output = echo ? process.stderr : new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  if (!echo) process.stderr.write(question);
  return new Promise((resolve, reject) => {
    const breakOff = (): void => {
      terminal.close();
      process.stderr.write('\n');
      reject(new Interrupted('Broken off.'));
    };
    // As a key, and as a signal before the terminal gives us its keys.
    terminal.on('SIGINT', breakOff);
    signal.addEventListener('abort', breakOff, { once: true });
    terminal.question(echo ? question : '', (answer) => {
      signal.removeEventListener('abort', breakOff);
      terminal.close();
      if (!echo) process.stderr.write('\n');
      resolve(answer);
    });
  });
}
