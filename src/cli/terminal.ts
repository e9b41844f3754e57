/** What a command has of the terminal that it was started in. */
import { text } from 'node:stream/consumers';

/** Where a command writes, and reads. */
export interface Terminal {
  say(line: string): void;
  /** Everything that is piped in. */
  input(): Promise<string>;
}

/** A command was called in a way that it does not know; the message says which. */
export class UsageError extends Error {}

const terminal: Terminal = {
  say: (line) => void process.stdout.write(`${line}\n`),
  input: () => text(process.stdin),
};

/** Runs a command. Exit code 0: done; 1: it failed, and says why; 2: it was called wrongly, and says how to. */
export function runCommand(work: (args: string[], terminal: Terminal) => Promise<void>): void {
  work(process.argv.slice(2), terminal).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
    // Connections that are still open must not keep a failed command alive.
    setTimeout(() => process.exit(), 100).unref();
  });
}
