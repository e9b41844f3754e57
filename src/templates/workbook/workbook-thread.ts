/** The thread of one workbook: it is opened, then filled; ended when that takes too long, it has its own memory. */
import { byLibrary } from '../../core/http/errors.js';
import { serve } from '../../core/thread.js';
import { Refused, type Refusal } from './refusal.js';
import { previewOf, type SheetPreview } from './preview.js';
import { OpenWorkbook, type FilledWorkbook, type FillRequest, type Found } from './workbook.js';

export type Question = { open: Uint8Array<ArrayBuffer> } | { fill: FillRequest; isPreviewed: boolean };
export type Opened = { sheets: string[]; found: readonly Found[] };
export type Reply =
  { opened: Opened } | { filled: FilledWorkbook & { preview?: SheetPreview[] } } | { refusals: readonly Refusal[] };

const broken = (error: Error): Refused =>
  new Refused('workbookBroken', { reason: byLibrary(error).in('en').slice(0, 300) });

let open: OpenWorkbook | undefined;

async function answer(question: Question): Promise<Reply> {
  try {
    if ('fill' in question) {
      const filled = await open!.fill(question.fill);
      return { filled: { ...filled, ...(question.isPreviewed && { preview: await previewOf(filled.bytes) }) } };
    }
    open = await OpenWorkbook.open(Buffer.from(question.open.buffer));
    if (open.refusals.length) return { refusals: open.refusals };
    return { opened: { sheets: open.sheets, found: open.found } };
  } catch (error) {
    // Whatever a reader stumbles over is the file's fault.
    const { key, values } = error instanceof Refused ? error : broken(error as Error);
    return { refusals: [{ key, values }] };
  }
}

serve(answer, (reply) => ('filled' in reply ? [reply.filled.bytes.buffer] : []));
