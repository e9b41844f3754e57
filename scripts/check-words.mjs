// Words that must not stand in a folder, comments aside: the engine serves any resource and knows no word of the domain, what
// differs between two database engines is said in src/database alone, and names are plain words of the trade.
//   node scripts/check-words.mjs [FOLDER]    checks src, or FOLDER/src; prints each word with its place; exits with 1 if any
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? join(import.meta.dirname, '..');

const files = readdirSync(join(folder, 'src'), { recursive: true })
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter((name) => name.endsWith('.ts'))
  .sort();
const read = (name) => readFileSync(join(folder, name), 'utf8');

/** The paths of all resources, as their entity files say them. */
const paths = files
  .filter((name) => name.endsWith('.entity.ts'))
  .map((name) => /@Resource\('([^']+)'/.exec(read(name))?.[1]);

const RULES = [
  {
    of: (name) => name.startsWith('src/engine/'),
    words: new RegExp(
      'App\\\\\\\\Models|security|backup|certificate|login|filename|bcrypt|password|remember_token|delegation|cartographers|mercator' +
        `|['"\`](?:${paths.filter(Boolean).join('|')})['"\`]`,
      'gi',
    ),
    says: 'is a word of the domain: make it an option of the resource or of its column',
  },
  {
    // Settings say which database is meant, a backup from which it was taken; the map has products of these names.
    of: (name) =>
      !/^src\/(database|backup|checks\/cycles)\//.test(name) &&
      !/^src\/(config|access\/token\.strategy|operations\/start-up|exchange\/mercator\/import)\.ts$/.test(name),
    words: /dialect\.name\s*[!=]==?|['"](?:sqlite|mysql|mariadb)['"]/g,
    says: 'tells database engines apart: make it a member of the dialect',
  },
  {
    // Names are the field's words (docs/architecture.md): limits are MAX_ or MIN_, what stands in for them is DEFAULT_.
    of: () => true,
    strings: false,
    words:
      /\b(?:LONGEST|MOST|DEEPEST|LARGEST|FEWEST|TALLEST|USUAL|PATIENCE)_\w+|\b(?:told|tell|Tell|Teller|Told|spokenOf|trails?|Trail|wayOf|judge|givenTo)\b|\b(?:interface|type|class)\s+(?:Sight|Sighted|Asked|Said|Says|Seen|Held|Went|Need|Usual|Fallen|Twice|Weighing|Pointing|Doubting)\b/g,
    says: 'is no word of the trade: see "Names" in docs/architecture.md',
  },
  {
    // A path that depends on where the server was started from leads beside the project.
    of: () => true,
    words: /(?<!__dirname, |import\(|import |from )['"`]\.\.\/[^'"`]*/g,
    says: 'is relative to where the server was started: join it with __dirname, or with a setting',
  },
];

/** The same lines without their comments. */
const withoutComments = (text) =>
  text.replace(/\/\*[^]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' ')).replace(/(^|\s)\/\/.*$/gm, '$1');

/** A line without what stands in quotes within it. */
const withoutStrings = (line) => line.replace(/(['"`])(?:\\.|(?!\1).)*\1/g, '$1$1');

const found = files.flatMap((name) =>
  RULES.filter(({ of }) => of(name)).flatMap(({ words, says, strings = true }) =>
    withoutComments(read(name))
      .split('\n')
      .map((line) => (strings ? line : withoutStrings(line)))
      .flatMap((line, i) => (line.match(words) ?? []).map((word) => `${name}:${i + 1} ${word} ${says}`)),
  ),
);
for (const line of found) console.log(line);
if (found.length) process.exitCode = 1;
