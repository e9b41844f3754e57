/** What the shell offers behind a half-typed word: commands, types, fields, filters, reports, kinds. */
import { commandOf, wordsOf, type Command } from './command.js';
import type { ResourceType, ServerSchema } from './remote/server-schema.js';
import { print } from './terminal.js';

/** The shell must not wait for a server that is slow or away. */
const SERVER_TIMEOUT_MS = 1500;

/**
 * The words that can stand in the last place of `words` (all behind the program's name; the last one may be empty).
 * One that ends in `=`, `:` or `,` goes on without a blank.
 */
export async function completionsOf(words: readonly string[], commands: readonly Command[]): Promise<string[]> {
  const current = words.at(-1) ?? '';
  const whole = words.slice(0, -1);
  const matching = (all: readonly string[]): string[] => all.filter((word) => word.startsWith(current));
  const command = commandOf(whole, commands);
  const begun = commands.map(wordsOf).filter((name) => beginsWith(name, whole));
  const next = matching([...new Set(begun.flatMap((name) => name[whole.length] ?? []))]);
  if (!command) return next;
  const before = whole.slice(wordsOf(command).length);
  const option = valueOption(command, before.at(-1));
  if (option !== undefined && optionChoices(command, option)) return matching(optionChoices(command, option)!);
  const joined = /^--([\w-]+)=/.exec(current)?.[0];
  const named = option ?? joined?.slice(2, -1);
  const offers = named === undefined ? undefined : command.options[named]?.offers;
  if (offers) {
    const ahead = option === undefined ? joined! : '';
    const schema = await schemaInTime();
    if (!schema) return [];
    const names = offers(schema.graph);
    return matching(listElements(current.slice(ahead.length), names).map((list) => ahead + list));
  }
  if (joined !== undefined) {
    return matching((optionChoices(command, named!) ?? []).map((value) => joined + value));
  }
  if (current.startsWith('--')) {
    return matching([...Object.keys(command.options), 'help'].map((each) => `--${each}`));
  }
  const given = before.filter((word, i) => !word.startsWith('-') && valueOption(command, before[i - 1]) === undefined);
  const positionals = Object.values(command.positionals);
  const last = positionals.at(-1)?.many ? positionals.at(-1) : undefined;
  const { choices, completes, offers: offered } = positionals[given.length] ?? last ?? {};
  if (option === undefined && offered) return [...matching(await offered()), ...next];
  if (option === undefined && choices) return matching(choices);
  if (!(option === undefined ? completes : command.positionals['type'])) return option === undefined ? next : [];
  const schema = await schemaInTime();
  if (!schema) return [];
  if (option === undefined && completes === 'reports') return matching(schema.reports);
  if (option === undefined && completes === 'pictures') return matching(schema.pictures);
  if (option === undefined && completes === 'objects') return matching(schema.graph.kinds.map((kind) => `${kind}:`));
  if (option === undefined && completes === 'types') return matching(schema.types.map(({ path }) => path));
  const type = schema.types.find(({ path, aliases }) => path === given[0] || aliases.includes(given[0] ?? ''));
  if (!type) return [];
  if (option !== undefined) return matching(optionValues(type, schema, option, current));
  return matching(completes === 'fields' ? namesWithEquals(type.fields) : Object.keys(type.fields));
}

const beginsWith = (words: readonly string[], first: readonly string[]): boolean =>
  first.every((word, i) => word === words[i]);

/** The name of the option that a word is, if its value is the next word. */
function valueOption({ options }: Command, word: string | undefined): string | undefined {
  if (word === undefined) return undefined;
  const found = Object.entries(options).find(
    ([name, { alias }]) => word === `--${name}` || (alias && word === `-${String(alias)}`),
  );
  return found && found[1].type !== 'boolean' ? found[0] : undefined;
}

const optionChoices = ({ options }: Command, name: string): string[] | undefined => options[name]?.choices?.map(String);

/** What an option can be given that works on a type. */
function optionValues(type: ResourceType, { operators }: ServerSchema, option: string, current: string): string[] {
  const columns = Object.keys(type.columns);
  switch (option) {
    case 'filter':
      return [
        ...columns.flatMap((name) => ['', ...operators[type.columns[name]!]!].map((suffix) => `${name}${suffix}=`)),
        ...type.relations.map((name) => `${name}_exists=`),
        'search=',
      ];
    case 'sort':
    case 'fields':
      return listElements(current, columns);
    case 'include':
      return listElements(current, type.relations);
    default:
      return [];
  }
}

const namesWithEquals = (fields: object): string[] => Object.keys(fields).map((name) => `${name}=`);

/** The next element of a comma list. */
function listElements(current: string, names: readonly string[]): string[] {
  const before = current.slice(0, current.lastIndexOf(',') + 1);
  const used = new Set(before.split(','));
  return names.filter((name) => !used.has(name)).map((name) => before + name);
}

/** The schema without waiting for long: from the cache, however old, or from a server that answers at once. */
async function schemaInTime(): Promise<ServerSchema | undefined> {
  const { addressOf, environmentOf, openSession } = await import('./remote/session.js');
  const { cachedSchema } = await import('./remote/server-schema.js');
  const environment = environmentOf();
  const url = await addressOf({}, environment);
  if (url === undefined) return undefined;
  const cached = await cachedSchema(url, environment.cacheFolder);
  if (cached) return cached.known;
  const late = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), SERVER_TIMEOUT_MS).unref());
  try {
    return await Promise.race([(await openSession({})).schema(), late]);
  } catch {
    return undefined;
  }
}

/** Prints what `meridian completion SHELL` puts into a shell: this asks `meridian __complete WORD…` for the words it offers. */
export const printScript = (shell: string): Promise<void> => print(shell === 'zsh' ? ZSH : BASH);

const BASH = `# Completion of meridian for bash. Into ~/.bashrc:  source <(meridian completion bash)
_meridian() {
  local current word line
  COMPREPLY=()
  # Words are divided at = and : as well; put the one under the cursor together again.
  line="\${COMP_LINE:0:COMP_POINT}"
  local -a words
  read -ra words <<< "$line"
  [[ "$line" == *[[:space:]] ]] && words+=("")
  current="\${words[-1]}"
  while IFS= read -r word; do
    [[ "$word" == *[=:] ]] && compopt -o nospace 2> /dev/null
    # Bash replaces only what stands behind the last = or :
    case "$current" in
      *[=:]*) word="\${word:\${#current}}"; word="\${current##*[=:]}$word" ;;
    esac
    COMPREPLY+=("$word")
  done < <(meridian __complete "\${words[@]:1}" 2> /dev/null)
  # Files, where nothing is known.
  if ((\${#COMPREPLY[@]} == 0)); then compopt -o default 2> /dev/null; fi
}
complete -F _meridian meridian
`;

const ZSH = `#compdef meridian
# Completion of meridian for zsh. Into ~/.zshrc:  source <(meridian completion zsh)
_meridian() {
  local -a found open
  local word
  while IFS= read -r word; do
    if [[ "$word" == *[=:] ]]; then open+=("$word"); else found+=("$word"); fi
  done < <(meridian __complete "\${words[@]:1:$((CURRENT - 1))}" 2> /dev/null)
  (( \${#found} )) && compadd -a found
  (( \${#open} )) && compadd -S '' -a open
  (( \${#found} + \${#open} )) || _files
}
if [[ "\${funcstack[1]}" == "_meridian" ]]; then _meridian "$@"; else compdef _meridian meridian; fi
`;
