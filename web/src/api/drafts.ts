/**
 * What stands in the fields of a form while somebody fills it in. A draft is what the field shows, which is a text for all but
 * references and sets; what was not touched is never sent, whatever a field would make of it.
 */

/** As much of a field as its draft depends on. */
export interface DraftField {
  name: string;
  /** How it is filled in: see `FieldForm` of form-fields.ts. */
  form: string;
  /** Of small rows: the fields of one. */
  rows?: readonly DraftField[];
}

/** One of the small rows that an object has. */
export type RowDraft = Readonly<Record<string, string>>;

/** What stands in one field: a text, the id of a reference, the ids of links, or small rows. */
export type Draft = string | number | null | readonly number[] | readonly RowDraft[];

export type Drafts = Readonly<Record<string, Draft>>;

type Values = Readonly<Record<string, unknown>>;

/** The drafts of an object; those of an empty form for no object. */
export const draftsOf = (fields: readonly DraftField[], object: Values = {}): Drafts =>
  Object.fromEntries(fields.map((field) => [field.name, draftOf(field, object[field.name])]));

/** What a field shows of a value of the API. */
export function draftOf({ form, rows = [] }: DraftField, value: unknown): Draft {
  if (form === 'links') return Array.isArray(value) ? (value as number[]) : [];
  if (form === 'worded') return (Array.isArray(value) ? (value as Values[]) : []).map(textsOf);
  if (form === 'numbers') return [textsOf((value ?? {}) as Values)];
  if (form === 'rows')
    return (Array.isArray(value) ? (value as Values[]) : []).map((row) => draftsOf(rows, row) as RowDraft);
  if (form === 'reference') return typeof value === 'number' ? value : null;
  if (form === 'secret' || value === null || value === undefined) return '';
  if (form === 'flag') return String(value === true || value === 1);
  if (form === 'moment') return localMoment(String(value));
  if (form === 'data') return JSON.stringify(value, null, 2);
  if (form === 'day') return String(value).slice(0, 10);
  return String(value);
}

/** A moment as fields for one show it: in the time of the reader, to the minute. */
function localMoment(value: string): string {
  const moment = new Date(value);
  if (Number.isNaN(moment.getTime())) return '';
  const local = new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/** Forms whose values are numbers. */
const NUMBERS: ReadonlySet<string> = new Set(['number', 'minutes', 'level', 'code']);

/** What is sent for a draft. What is no number goes as it was typed: the server says what is wrong. Throws a SyntaxError for JSON that is none. */
export function valueOf({ form, rows = [] }: DraftField, draft: Draft): unknown {
  if (form === 'rows') return (draft as readonly RowDraft[]).map((row) => valuesOf(rows, row));
  if (form === 'worded')
    return (draft as readonly RowDraft[]).map(({ id, ...words }) => ({ id: Number(id), ...words }));
  if (form === 'numbers') return numbersIn((draft as readonly RowDraft[])[0] ?? {});
  if (typeof draft !== 'string') return draft;
  if (draft.trim() === '') return null;
  if (NUMBERS.has(form)) return numberIn(draft);
  if (form === 'flag') return draft === 'true';
  if (form === 'moment') return new Date(draft).toISOString();
  if (form === 'data') return JSON.parse(draft);
  return draft;
}

const textsOf = (values: Values): RowDraft =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));

/** The numbers that were typed, by name; null for none. */
function numbersIn(row: RowDraft): Values | null {
  const typed = Object.entries(row).filter(([, text]) => text.trim() !== '');
  return typed.length ? Object.fromEntries(typed.map(([name, text]) => [name, numberIn(text)])) : null;
}

/** A number, also with blanks and a comma as they are written in French; the text where it is none. */
function numberIn(draft: string): number | string {
  const text = draft.replace(/[\s\u00a0\u202f]/g, '').replace(',', '.');
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : draft;
}

/** The values of these fields that are not empty. */
const valuesOf = (fields: readonly DraftField[], drafts: RowDraft): Values =>
  Object.fromEntries(fields.map((field) => [field.name, valueOf(field, drafts[field.name] ?? '')]));

/** Whether two drafts say the same; the order of links says nothing. */
export const isSame = (a: Draft, b: Draft): boolean => inOrder(a) === inOrder(b);

const inOrder = (draft: Draft): string =>
  JSON.stringify(
    Array.isArray(draft) && typeof draft[0] === 'number' ? [...(draft as number[])].sort((a, b) => a - b) : draft,
  );

/** The fields in which the drafts differ. */
export const changed = <F extends DraftField>(fields: readonly F[], before: Drafts, now: Drafts): F[] =>
  fields.filter(({ name }) => !isSame(before[name]!, now[name]!));

/** What became of one form while somebody else stored the same object. */
export interface Merged<F extends DraftField> {
  /** What both wrote, as far as that can be had: mine where only one of us can be right. */
  drafts: Drafts;
  /** The fields that both changed, to different values. */
  both: F[];
  /** The fields that only somebody else changed. */
  theirs: F[];
}

/** Puts two changes of the same object together. Links are put together one by one: two people may each add some. */
export function merge<F extends DraftField>(
  fields: readonly F[],
  before: Drafts,
  mine: Drafts,
  theirs: Drafts,
): Merged<F> {
  const drafts: Record<string, Draft> = { ...mine };
  const both: F[] = [];
  const others: F[] = [];
  for (const field of fields) {
    const [was, own, other] = [before[field.name]!, mine[field.name]!, theirs[field.name]!];
    const isTheirs = !isSame(was, other);
    if (!isTheirs) continue;
    if (isSame(was, own)) {
      drafts[field.name] = other;
      others.push(field);
    } else if (field.form === 'links') {
      drafts[field.name] = mergedSets(was as number[], own as number[], other as number[]);
    } else if (!isSame(own, other)) both.push(field);
  }
  return { drafts, both, theirs: others };
}

/** What is there now, without what I took away and with what I added. */
function mergedSets(was: readonly number[], own: readonly number[], other: readonly number[]): number[] {
  const removed = new Set(was.filter((id) => !own.includes(id)));
  const added = own.filter((id) => !was.includes(id));
  return [...new Set([...other.filter((id) => !removed.has(id)), ...added])];
}

/** Sentences of a refused write, by the field that they are about; the others stand on top. */
export interface Refusal {
  fields: Readonly<Record<string, readonly string[]>>;
  others: readonly string[];
}

/** `{"name": […], "applications.0": […]}` by the fields of a form. */
export function refusalOf(fields: readonly DraftField[], errors: Readonly<Record<string, readonly string[]>>): Refusal {
  const known = new Set(fields.map(({ name }) => name));
  const own: Record<string, string[]> = {};
  const others: string[] = [];
  for (const [key, sentences] of Object.entries(errors)) {
    const name = key.split('.')[0]!;
    if (known.has(name)) (own[name] ??= []).push(...sentences);
    else others.push(...sentences);
  }
  return { fields: own, others };
}
