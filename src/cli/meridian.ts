/** `npm run meridian -- COMMAND`: what the one who runs the server may need on its machine. */
import { CVE_IMPORT_USAGE, cveImportCommand } from './cve-import.js';
import { RESET_PASSWORD_USAGE, resetPasswordCommand } from './reset-password.js';
import { runCommand, UsageError, type Terminal } from './terminal.js';

interface Command {
  summary: string;
  usage: string;
  run(args: string[], terminal: Terminal): Promise<void>;
}

const COMMANDS: Record<string, Command | undefined> = {
  'admin:reset-password': {
    summary: 'a new password for a user, or a list of the administrators',
    usage: RESET_PASSWORD_USAGE,
    run: resetPasswordCommand,
  },
  'cve:import': {
    summary: 'known vulnerabilities out of files, for the report of them',
    usage: CVE_IMPORT_USAGE,
    run: cveImportCommand,
  },
};

const HELP = [
  'npm run meridian -- COMMAND [ARGUMENTS]',
  '',
  ...Object.entries(COMMANDS).map(([name, command]) => `  ${name}   ${command!.summary}`),
  '',
  'A command followed by --help says more. All work on the database of the settings (DATABASE_URL), which may be in use.',
].join('\n');

const isHelp = (arg: string | undefined): boolean => arg === '--help' || arg === '-h' || arg === 'help';

async function main([name, ...args]: string[], terminal: Terminal): Promise<void> {
  if (name === undefined) throw new UsageError(HELP);
  if (isHelp(name)) return terminal.say(HELP);
  const command = COMMANDS[name];
  if (!command) throw new UsageError(`There is no command '${name}'.\n\n${HELP}`);
  if (args.some(isHelp)) return terminal.say(command.usage);
  await command.run(args, terminal);
}

runCommand(main);
