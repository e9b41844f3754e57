/** The process of one workbook: it is opened, then filled; ended when that takes too long, or too much memory. */
import { answerParent, type WithBytes } from '../../core/child.js';
import { byLibrary } from '../../core/http/errors.js';
import { Refused, type Refusal } from './refusal.js';
import { previewOf, type SheetPreview } from './preview.js';
import { OpenWorkbook, type FillRequest, type Found, type Place } from './workbook.js';

/** The workbook, or what it is filled with, are the bytes beside it. */
export type Question = { open: true } | { fill: Omit<FillRequest, 'bytes'>; isPreviewed: boolean };
/** The filled workbook are the bytes beside it. */
export type Reply =
  | { found: readonly Found[] }
  | { count: number; preview?: { placeholders: readonly Place[]; sheets: readonly SheetPreview[] } }
  | { refusals: readonly Refusal[] };

const broken = (error: Error): Refused =>
  new Refused('workbookBroken', { reason: byLibrary(error).in('en').slice(0, 300) });

let open: OpenWorkbook | undefined;

async function answer(question: Question, bytes = new Uint8Array()): Promise<WithBytes<Reply>> {
  if ('open' in question) {
    open = await OpenWorkbook.open(Buffer.from(bytes.buffer));
    return { content: open.refusals.length ? { refusals: open.refusals } : { found: open.found } };
  }
  const filled = await open!.fill({ ...question.fill, bytes });
  const preview = question.isPreviewed && { placeholders: open!.places, sheets: await previewOf(filled.bytes) };
  return { content: { count: filled.count, ...(preview && { preview }) }, bytes: filled.bytes };
}

answerParent<Question, Reply>(async (question, bytes) => {
  try {
    return await answer(question, bytes);
  } catch (error) {
    // Whatever a reader stumbles over is the file's fault.
    const { key, values } = error instanceof Refused ? error : broken(error as Error);
    return { content: { refusals: [{ key, values }] } };
  }
});
