/** A file to start an import from: the headings as pages call them, and in a workbook what may stand in each column. */
import { Readable } from 'node:stream';
import { Message, type Language, type MessageKey } from '../core/i18n/messages.js';
import type { Field, Link, ResourceModel } from '../engine/index.js';
import { csvText, type CsvFile } from '../files/csv.js';
import { SpillStream } from '../files/spill-stream.js';
import type { Cell, Table } from '../files/table.js';
import { writeXlsx } from '../files/xlsx/writer.js';
import { codeWord } from '../map/code-words.js';
import { fileOf } from './columns.js';
import type { Format } from './export.service.js';
import { importedParts, kindTitle, titleAmong } from './titles.js';

const KINDS: Readonly<Partial<Record<Field['kind'], MessageKey>>> = {
  ...{ day: 'templateDay', moment: 'templateMoment' },
  ...{ int: 'templateNumber', decimal: 'templateNumber', flag: 'templateFlag' },
};

/** The template of a kind; nothing of it is read from the map. */
export function templateOf(resource: ResourceModel, format: Format, language: Language, file: CsvFile): Readable {
  const parts = importedParts(resource)
    .filter((part) => 'target' in part || part.kind !== 'id')
    .sort((a, b) => Number(isNeeded(b)) - Number(isNeeded(a)));
  const titles = parts.map((part) => titleAmong(part, resource, language));
  const rows: Table = {
    name: fileOf(resource).slice(0, 31),
    columns: titles.map((heading) => ({ heading, kind: 'text' })),
    rows: nothing(),
  };
  if (format === 'csv') return Readable.from(csvText(rows, file), { objectMode: false });
  const out = new SpillStream();
  const columns = columnTable(parts, titles, language);
  writeXlsx(out, [rows, columns], { title: fileOf(resource), created: new Date() }).catch((error: Error) =>
    out.destroy(error),
  );
  return out;
}

const isNeeded = (part: Field | Link): boolean =>
  !('target' in part) && Boolean(part.rules.required ?? part.rules.requiredUnless);

/** What may stand in each column. */
function columnTable(parts: ReadonlyArray<Field | Link>, titles: readonly string[], language: Language): Table {
  const say = (key: MessageKey): string => new Message(key).in(language);
  return {
    name: say('templateColumns'),
    columns: [
      { heading: say('templateColumn'), kind: 'text' },
      { heading: say('templateName'), kind: 'text' },
      { heading: say('templateNeeded'), kind: 'text' },
      { heading: say('templateAllowed'), kind: 'long' },
    ],
    rows: batchOf(
      parts.map((part, i): Cell[] => [
        titles[i]!,
        part.name,
        isNeeded(part) ? say('templateYes') : null,
        allowedIn(part)?.in(language) ?? null,
      ]),
    ),
  };

  function allowedIn(part: Field | Link): Message | undefined {
    if ('target' in part)
      return part.numbers
        ? new Message('templateNumbers', { names: part.numbers.names.map((name) => `${name}: 1`).join(', ') })
        : new Message('templateLinks', { kind: kindTitle(part.target, language) });
    if (part.ref) return new Message('templateReference', { kind: kindTitle(part.ref.target, language) });
    const { enum: codes, max } = part.rules;
    if (codes) {
      const words = [...codes.labels.values()].map((label) => codeWord(label));
      return new Message('templateWords', { words: words.map((word) => word[language] ?? word.en).join(', ') });
    }
    const key = KINDS[part.kind];
    if (key) return new Message(key);
    return max === undefined ? undefined : new Message('templateText', { max });
  }
}

async function* nothing(): AsyncIterable<Cell[][]> {
  // A template has no rows.
}

async function* batchOf(rows: Cell[][]): AsyncIterable<Cell[][]> {
  yield rows;
}
