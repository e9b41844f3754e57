/** The beginning of a report: as much as came of its JSON, which may break off anywhere. */
import type { Report } from 'meridian-client';

/** How deep brackets are within a row: the report, its sheets, a sheet, its rows, the row. */
const ROW_DEPTH = 5;

/**
 * The sheets that a text holds; the last one may lack rows.
 * @param text the JSON of a report, whole or its beginning
 */
export function sheetsOf(text: string): Report['sheets'] {
  try {
    return (JSON.parse(text) as Report).sheets;
  } catch {
    return (JSON.parse(mended(text)) as Report).sheets;
  }
}

/** The text up to the last place where something whole ended, with its brackets closed. */
function mended(text: string): string {
  let depth = 0;
  let isText = false;
  let best = '{"sheets":[]}';
  let [end, closing] = [0, ''];
  for (let i = 0; i < text.length; i++) {
    const sign = text[i]!;
    if (isText) {
      if (sign === '\\') i++;
      else if (sign === '"') isText = false;
    } else if (sign === '"') isText = true;
    else if (sign === '{' || sign === '[') {
      depth++;
      // The list of rows began.
      if (depth === ROW_DEPTH - 1 && text.slice(0, i).endsWith('"rows":')) [end, closing] = [i + 1, ']}]}'];
    } else if (sign === '}' || sign === ']') {
      depth--;
      if (depth === ROW_DEPTH - 1) [end, closing] = [i + 1, ']}]}'];
      else if (depth === 2 && sign === '}') [end, closing] = [i + 1, ']}'];
    }
  }
  if (end) best = text.slice(0, end) + closing;
  return best;
}
