#!/usr/bin/env node
/** `meridian COMMAND`: works on a map over HTTP, and on the database of a server for whoever may use its machine. */
import { runCommand, type Terminal } from './terminal.js';

/** What a command on the server's machine is made of, once it is needed. */
interface LocalCommand {
  usage: string;
  run(args: string[], terminal: Terminal): Promise<void>;
}

/** A line of help, and how the rest is loaded: the program must start quickly for all commands that need none of it. */
interface LocalEntry {
  summary: string;
  load(): Promise<LocalCommand>;
}

/** Commands that work on the database of the settings (DATABASE_URL). */
const LOCAL: Readonly<Record<string, LocalEntry>> = {
  'admin:reset-password': {
    summary: 'A new password for a user, or a list of the administrators',
    load: async () => {
      const { RESET_PASSWORD_USAGE: usage, resetPasswordCommand: run } = await import('./reset-password.js');
      return { usage, run };
    },
  },
  backup: {
    summary: 'The whole map with its documents, in one file',
    load: async () => {
      const { BACKUP_USAGE: usage, backupCommand: run } = await import('./backup.js');
      return { usage, run };
    },
  },
  'cve:import': {
    summary: 'Known vulnerabilities out of files, for the report of them',
    load: async () => {
      const { CVE_IMPORT_USAGE: usage, cveImportCommand: run } = await import('./cve-import.js');
      return { usage, run };
    },
  },
  'import-mercator': {
    summary: 'A map out of the database of Mercator, or a dump of it',
    load: async () => {
      const { IMPORT_MERCATOR_USAGE: usage, importMercatorCommand: run } = await import('./import-mercator.js');
      return { usage, run };
    },
  },
  restore: {
    summary: 'A map out of a backup',
    load: async () => {
      const { RESTORE_USAGE: usage, restoreCommand: run } = await import('./restore.js');
      return { usage, run };
    },
  },
};

const isHelp = (arg: string | undefined): boolean => arg === '--help' || arg === '-h' || arg === 'help';

async function main([name, ...args]: string[], terminal: Terminal): Promise<void> {
  const local = name !== undefined && Object.hasOwn(LOCAL, name) ? LOCAL[name] : undefined;
  if (local) {
    const command = await local.load();
    return args.some(isHelp) ? terminal.say(command.usage) : command.run(args, terminal);
  }
  const { remoteProgram } = await import('./remote/program.js');
  const summaries = Object.entries(LOCAL).map(([command, { summary }]) => [command, summary] as const);
  await remoteProgram(name === undefined ? [] : [name, ...args], summaries);
}

runCommand(main);
