/** Compares what a page shows with what was printed. `…` in a shown text stands for anything. */
const STAMP = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z/g;

/** The JSON that a block printed: all of it, or its last line. Throws where there is none. */
export function printedJson(printed: string): unknown {
  const text = printed.trim().replace(STAMP, '');
  for (const candidate of [text, text.split('\n').at(-1)!]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // The last line may be the answer.
    }
  }
  throw new Error(`no JSON was printed:\n${printed}`);
}

/** What a page shows as JSON, with what stands where `…` is shown put in its place. */
export function shownJson(text: string, printed: unknown): unknown {
  return filled(JSON.parse(text.replace(STAMP, '')), printed);
}

function filled(shown: unknown, printed: unknown): unknown {
  if (typeof shown === 'string') return fits(shown, String(printed)) ? printed : shown;
  if (Array.isArray(shown))
    return shown.map((each, i) => filled(each, Array.isArray(printed) ? printed[i] : undefined));
  if (typeof shown !== 'object' || shown === null) return shown;
  const other = (typeof printed === 'object' ? printed : null) as Record<string, unknown> | null;
  return Object.fromEntries(Object.entries(shown).map(([key, value]) => [key, filled(value, other?.[key])]));
}

/** What was printed, as it is shown where that fits it. */
export function printedText(shown: string, printed: string): string {
  const [wanted, found] = [plain(shown), plain(printed)];
  return fits(wanted, found) ? wanted : found;
}

/** A text without what does not count: ends of lines, byte order marks, empty lines. */
export const plain = (text: string): string =>
  text
    .replace(/\r|^\uFEFF/gm, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .filter(Boolean)
    .join('\n');

/** Whether a text is the shown one, whatever stands for `…`. */
function fits(shown: string, text: string): boolean {
  if (!shown.includes('…')) return shown === text;
  const parts = shown.split('…').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('[\\s\\S]*?')}$`).test(text);
}
