/** Questions that a command asks on the terminal. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { Interrupted } from '../errors.js';
import { signal } from './session.js';

/** What is typed, beside the answer of the command. `echo`: it can be seen. Throws Interrupted at Ctrl-C. */
export function askOnTerminal(question: string, echo: boolean): Promise<string> {
  const output = echo ? process.stderr : new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output, terminal: true });
  if (!echo) process.stderr.write(question);
  return new Promise((resolve, reject) => {
    const interrupt = (): void => {
      reject(new Interrupted('Broken off.'));
      process.stderr.write('\n');
      terminal.close();
    };
    // As a key, and as a signal before the terminal gives us its keys.
    terminal.on('SIGINT', interrupt);
    terminal.on('close', () => reject(new Interrupted('Broken off.')));
    signal.addEventListener('abort', interrupt, { once: true });
    terminal.question(echo ? question : '', (answer) => {
      signal.removeEventListener('abort', interrupt);
      resolve(answer);
      terminal.close();
      if (!echo) process.stderr.write('\n');
    });
  });
}

/** Whether somebody is there to be asked: what is typed is not the input, and the question can be seen. */
export const canAsk = (): boolean => process.stdin.isTTY && process.stderr.isTTY;

/** A question whose answer is no, unless it is yes. */
export const isAgreed = async (question: string): Promise<boolean> =>
  /^\s*(y|yes)\s*$/i.test(await askOnTerminal(`${question} [y/N] `, true));
