/** The chapters that are written by hand: routes that no entity file speaks of. */
import type { Chapter, Schema } from './model.js';
import { around } from './routes/around.js';
import { reports } from './routes/reports.js';
import { signingIn } from './routes/signing-in.js';
import { vulnerabilities } from './routes/vulnerabilities.js';

/** A chapter, told with the schemas of the resources at hand. */
type Telling = (schemas: Readonly<Record<string, Schema>>) => Chapter;

export const CHAPTERS: readonly Telling[] = [
  (schemas) => signingIn({ row: schemas['UserRow']!, whole: schemas['User']! }),
  reports,
  vulnerabilities,
  around,
];
