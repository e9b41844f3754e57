/** The lists of codes that columns hold, with their meaning, and columns that many kinds of objects have. */
import { Choice, Ref, type Enumeration, type FieldOptions, type PairValue } from '../engine/index.js';

/** A list of codes whose labels the compiler knows: reports have a word for each (`src/reports/formatters/codes.ts`). */
export interface CodeList<Label extends string> extends Enumeration {
  labels: Map<number, Label>;
}

/**
 * A list of codes that an entity file makes for itself: the first code, and what each of them means.
 * @public
 */
export const codes = <const Label extends string>(
  name: string,
  first: number,
  labels: readonly Label[],
): CodeList<Label> => ({
  name,
  labels: new Map(labels.map((label, index) => [first + index, label])),
  ...(labels[0] === 'not set' && { unset: first }),
});

export const SECURITY_NEED = codes('security_need', -1, ['not set', 'none', 'low', 'medium', 'high', 'very high']);
export const SEVERITY = codes('severity', -1, ['not set', 'none', 'low', 'medium', 'high', 'very high']);
export const IMPORTANCE = codes('relation_importance', 0, ['not set', 'low', 'medium', 'high', 'critical']);
export const BACKUP_FREQUENCY = codes('backup_frequency', 1, ['hourly', 'daily', 'weekly', 'monthly']);
export const BACKUP_CYCLE = codes('backup_cycle', 1, [
  'full',
  'incremental',
  'differential',
  'full + incremental',
  'full + differential',
  'mirror',
]);
export const CERTIFICATE_STATUS = codes('certificate_status', 0, ['good', 'revoked', 'unknown']);
export const GRANULARITY = codes('granularity', 1, ['level 1', 'level 2', 'level 3']);
export const GRAPH_CLASS = codes('graph_class', 1, ['map', 'BPMN']);

/** What becomes of an application without one that it requires. */
export const REQUIRED_EFFECT: PairValue = {
  name: 'effect',
  words: ['degraded', 'down'],
  titles: {
    degraded: { en: 'works worse without it', fr: 'fonctionne moins bien sans elle' },
    down: { en: 'does not work without it', fr: 'ne fonctionne pas sans elle' },
  },
  about: 'What becomes of the application without it',
};

/** A security need, -1 (not set) to 4 (very high). */
export const Level = (options: FieldOptions = {}): PropertyDecorator => Choice(SECURITY_NEED, options);

/** The picture of an object: a document. */
export const Icon = (): PropertyDecorator =>
  Ref('documents', { onDelete: 'RESTRICT', about: 'Picture document shown for the object' });
