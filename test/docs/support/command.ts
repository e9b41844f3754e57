/** Runs a command and gives what it printed; a server is ended once it serves. */
import { spawn } from 'node:child_process';

/** Longest that a command may take, in milliseconds. */
const LONGEST = 90_000;
/** What a server of the program says once it listens. */
const SERVES = 'Meridian serves';

export interface Command {
  words: readonly [string, ...string[]];
  folder: string;
  environment: Record<string, string>;
  /** What it reads from its standard input. */
  input?: string;
  /** It does not end by itself: it is to say that it serves. */
  isServer?: boolean;
}

/** Throws with all that was printed where the command fails, or a server ends before it serves. */
export function runCommand({ words, folder, environment, input = '', isServer = false }: Command): Promise<string> {
  const [name, ...rest] = words;
  const child = spawn(name, rest, { cwd: folder, detached: true, env: { ...process.env, ...environment } });
  const end = (): void => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // It has ended by itself.
    }
  };
  return new Promise((done, failed) => {
    const printed: string[] = [];
    const all: string[] = [];
    const serves = (): boolean => isServer && all.join('').includes(SERVES);
    const timer = setTimeout(end, LONGEST);
    child.stdout.on('data', (chunk: Buffer) => printed.push(String(chunk)));
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        all.push(String(chunk));
        if (serves()) end();
      });
    }
    child.on('error', failed);
    child.on('close', (code) => {
      clearTimeout(timer);
      if (code === 0 || serves()) done(printed.join(''));
      else failed(new Error(`ended with ${code}:\n${all.join('')}`));
    });
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}
