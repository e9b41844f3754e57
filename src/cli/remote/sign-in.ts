/** The sign-in of the user, kept in a file that only they can read. */
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Where one is signed in, and with what. */
export interface StoredSignIn {
  url: string;
  login: string;
  token: string;
  expires_at: string;
}

const FILE = 'sign-in.json';

/** What is kept; undefined if there is nothing, or nothing that can be understood. */
export async function storedSignIn(folder: string): Promise<StoredSignIn | undefined> {
  try {
    const stored = JSON.parse(await readFile(join(folder, FILE), 'utf8')) as StoredSignIn;
    return stored.url && stored.token ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps a sign-in in the place of the one before. The file is never there with wider rights, or half written. */
export async function storeSignIn(folder: string, signIn: StoredSignIn): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [target, draft] = [join(folder, FILE), join(folder, `${FILE}.${process.pid}`)];
  await writeFile(draft, `${JSON.stringify(signIn, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, target);
  return target;
}

export const forgetSignIn = (folder: string): Promise<void> => rm(join(folder, FILE), { force: true });
