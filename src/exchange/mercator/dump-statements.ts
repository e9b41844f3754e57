/** What the statements of a dump say: the columns of a table, and into which columns rows are put. */

/** A table, and the columns that are named; none where they are not. */
export interface NamedTable {
  table: string;
  columns: string[] | undefined;
}

const NAME = '(?:`(?:[^`]|``)+`|"(?:[^"]|"")+"|[\\w$]+)';
const INTO = new RegExp(
  `^(?:INSERT|REPLACE)\\s+(?:(?:LOW_PRIORITY|DELAYED|HIGH_PRIORITY|IGNORE)\\s+)*(?:INTO\\s+)?(?:${NAME}\\s*\\.\\s*)?(${NAME})\\s*` +
    '(?:\\(([\\s\\S]*)\\)\\s*)?VALUES?\\s*$',
  'i',
);
const TABLE = new RegExp(
  `^CREATE\\s+TABLE\\s+(?:IF\\s+NOT\\s+EXISTS\\s+)?(?:${NAME}\\s*\\.\\s*)?(${NAME})\\s*\\(([\\s\\S]*)$`,
  'i',
);
const NO_COLUMN = /^(?:PRIMARY|UNIQUE|KEY|INDEX|CONSTRAINT|FULLTEXT|SPATIAL|CHECK|FOREIGN|PERIOD)\b/i;

/** What stands before the rows of an INSERT; undefined if the text is none. */
export function insertOf(text: string): NamedTable | undefined {
  const [, table, columns] = INTO.exec(text.trimStart()) ?? [];
  if (table === undefined) return undefined;
  return { table: bare(table), columns: columns === undefined ? undefined : partsOf(columns).map(bare) };
}

/** The table that a statement makes, with its columns; undefined if it makes none. */
export function tableIn(text: string): { table: string; columns: string[] } | undefined {
  const [, table, body] = TABLE.exec(text.trimStart()) ?? [];
  if (table === undefined) return undefined;
  const columns = partsOf(body!)
    .filter((part) => !NO_COLUMN.test(part))
    .map((part) => bare(new RegExp(`^${NAME}`).exec(part)?.[0] ?? part));
  return { table: bare(table), columns };
}

const bare = (name: string): string => {
  const quote = name[0]!;
  return quote === '`' || quote === '"' ? name.slice(1, -1).replaceAll(quote + quote, quote) : name.trim();
};

/** The parts between the commas of a list, up to the parenthesis that ends it. */
function partsOf(body: string): string[] {
  const parts: string[] = [];
  let [depth, from] = [0, 0];
  let at = 0;
  for (; at < body.length && depth >= 0; at++) {
    const letter = body[at]!;
    if (letter === '(') depth++;
    else if (letter === ')') depth--;
    else if (letter === ',' && depth === 0) {
      parts.push(body.slice(from, at));
      from = at + 1;
    } else if ('\'`"'.includes(letter)) at = quoteEnd(body, at);
  }
  parts.push(body.slice(from, depth < 0 ? at - 1 : at));
  return parts.map((part) => part.trim()).filter(Boolean);
}

function quoteEnd(text: string, at: number): number {
  const quote = text[at]!;
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '\\' && quote !== '`') i++;
    else if (text[i] === quote) return i;
  }
  return text.length;
}
