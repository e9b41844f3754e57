/** The process in which one template is filled: it is ended when that takes too long, or too much memory. */
import { answerParent } from '../../core/child.js';
import type { SourceData } from '../sources.js';
import { fill, type Filled, type FillRequest } from './liquid.js';

/** `kind`: of the data, which are the bytes beside it; undefined: there are none. */
export type FillQuestion = Omit<FillRequest, 'data'> & { kind: SourceData['kind'] | undefined };
/** The file, where there is one, are the bytes beside it. */
export type FillAnswer = { count: number } | Exclude<Filled, { bytes: unknown }>;

answerParent<FillQuestion, FillAnswer>(({ kind, ...request }, bytes) => {
  const filled = fill({ ...request, ...(kind && bytes && { data: { kind, bytes } }) });
  if (!('bytes' in filled)) return { content: filled };
  return { content: { count: filled.count }, bytes: filled.bytes };
});
