/** Regular expressions of the program, and texts that take a bad one a very long time. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createContext, Script } from 'node:vm';
import ts from 'typescript';

const SOURCES = join(__dirname, '../../../src');
/** These run on the machine of an administrator alone. */
const ELSEWHERE = /^(cli|backup)\//;
const LENGTH = 20_000;
/** Signs that classes of characters take. */
const USUAL = [
  'a',
  'A',
  '0',
  ' ',
  '\n',
  '.',
  ',',
  '-',
  '_',
  '/',
  ':',
  '<',
  '>',
  '"',
  "'",
  '\\',
  '%',
  '(',
  '[',
  '{',
  ';',
  '=',
  'é',
  '\0',
];
/** Ends that no pattern is made for. */
const ENDS = ['!\n\u0001'];

/** A literal, and where it stands. */
export interface Pattern {
  place: string;
  pattern: RegExp;
}

/** Every literal below `src/`. */
export function patterns(): Pattern[] {
  const files = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  return files
    .filter((file) => !ELSEWHERE.test(file))
    .sort()
    .flatMap(literalsOf);
}

function literalsOf(file: string): Pattern[] {
  const source = ts.createSourceFile(file, readFileSync(join(SOURCES, file), 'utf8'), ts.ScriptTarget.ES2023, true);
  const found: Pattern[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const [, body, flags] = /^\/([\s\S]*)\/(\w*)$/.exec(node.text)!;
      const { line } = source.getLineAndCharacterOfPosition(node.getStart());
      found.push({
        place: `${file}:${line + 1} ${node.text}`,
        pattern: new RegExp(body!, flags!.replace(/[gy]/g, '')),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** What stands in a pattern for itself, and the usual signs. */
function piecesOf({ source }: RegExp): string[] {
  const plain = source.replace(/\\[nrtsSdDwWbBpux0](\{[^}]*\}|[0-9a-fA-F]{2,4})?/g, ' ').replace(/\\(.)/g, '$1');
  const words = plain.split(/[()[\]|?*+^$.{}\s]+/).filter((word) => word && word.length < 12);
  return [...new Set([...words, ...words.flatMap((word) => [...word].slice(0, 3))])].slice(0, 10);
}

/** Texts that make a pattern with two ways to go try all of them. */
export function* attacks(pattern: RegExp): Iterable<string> {
  const own = piecesOf(pattern);
  const repeated = new Set([
    ...USUAL,
    ...own,
    ...own.flatMap((one) => [...own, ' ', 'a', '0'].map((other) => one + other)),
  ]);
  for (const piece of repeated) {
    for (const begin of ['', ...own.slice(0, 1)]) {
      for (const end of ENDS) yield begin + piece.repeat(Math.ceil(LENGTH / piece.length)) + end;
    }
  }
}

const SCRIPT = new Script('pattern.test(text)');
const CONTEXT = createContext({});

/** Whether a pattern has its answer about a text within so many milliseconds. */
export function isQuick(pattern: RegExp, text: string, ms: number): boolean {
  Object.assign(CONTEXT, { pattern, text });
  try {
    SCRIPT.runInContext(CONTEXT, { timeout: ms });
    return true;
  } catch {
    return false;
  }
}
