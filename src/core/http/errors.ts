/** The errors that the API answers with; `error.filter.ts` alone makes bodies of them. */
import { Message, type MessageKey, type Values } from '../i18n/messages.js';

/** An answer that is not a success. `headers` are added to it. */
export class ApiError extends Error {
  readonly phrase: Message;

  constructor(
    readonly status: number,
    key: MessageKey | Message,
    values: Values = {},
    readonly headers: Record<string, string> = {},
  ) {
    const phrase = key instanceof Message ? key : new Message(key, values);
    super(phrase.in('en'));
    this.phrase = phrase;
  }
}

export const unauthenticated = (key: MessageKey = 'unauthenticated'): ApiError =>
  new ApiError(401, key, {}, { 'www-authenticate': 'Bearer' });

export const forbidden = (ability: string): ApiError => new ApiError(403, 'forbidden', { ability });

/** A kind of objects, as far as it is told of one that there is not. */
export interface KindName {
  path: string;
  /** One of them and several, in both languages. */
  titles: Readonly<Record<'en' | 'fr', readonly [one: string, several: string]>>;
  /** The column by which people know its objects; none: they cannot be found by a name. */
  label?: string | null;
}

/** 404 for an object. Whoever sent a name in place of an id is told how to find the id. */
export function notFound({ path, titles, label }: KindName, id: string | number): ApiError {
  const values = { id, among: new Message('eitherWord', { en: titles.en[1], fr: titles.fr[1] }) };
  if (!label || /^\d+$/.test(String(id))) return new ApiError(404, 'notFound', values);
  const found = `/api/${path}?filter[${label}]=${encodeURIComponent(id)}`;
  return new ApiError(404, 'notFoundName', { ...values, found });
}

/** A question names an object that there is not for whoever asks; threads, which know no kinds, leave the sentence to others. */
export class UnknownObject extends Error {
  constructor(
    readonly kind: string,
    readonly id: number,
  ) {
    super(`There is no ${kind} ${id}.`);
  }
}

export const methodNotAllowed = (method: string, path: string, allowed: string[]): ApiError =>
  new ApiError(405, 'method', { method, path, allowed: allowed.join(', ') }, { allow: allowed.join(', ') });

/** What a library says of what it could not read, as part of a sentence: without the dot of its own. */
export const byLibrary = ({ message }: Error, key: MessageKey = 'byLibrary'): Message =>
  new Message(key, { text: message.slice(0, message.length - dotsAtEnd(message)) });

/** Not by a pattern, which takes long over a text that is nothing but dots. */
function dotsAtEnd(text: string): number {
  let count = 0;
  while (text.at(-1 - count) === '.') count++;
  return count;
}

/** 400 for a form that broke off, or is none; what we refused it for ourselves stays. */
export const brokenForm = (error: Error): ApiError =>
  error instanceof ApiError ? error : new ApiError(400, 'brokenForm', { reason: byLibrary(error, 'formByLibrary') });

/** 422: what is wrong with which field, under flat keys such as `items.0.name` (contract 10). */
export class ValidationError extends ApiError {
  constructor(readonly errors: ReadonlyMap<string, Message[]>) {
    super(422, errors.values().next().value?.[0] ?? 'required');
  }
}

/** An error with further members beside the sentence. */
export class DetailedError extends ApiError {
  constructor(
    status: number,
    key: MessageKey | Message,
    values: Values,
    readonly beside: object,
    headers: Record<string, string> = {},
  ) {
    super(status, key, values, headers);
  }
}

/** What is wrong with a cell of an imported file. */
export interface RowError {
  row: number;
  /** The heading; `id` where the row as a whole is meant. */
  column: string;
  phrase: Message;
  /** What stands in the cell, and what the object of the row is called, as short texts; where they are asked for. */
  value?: string | null;
  name?: string | null;
}

/** 422 for an imported file: what is wrong with which cells, in the order of the rows. */
export class FileError extends DetailedError {
  /** `beside`: further members of the answer. */
  constructor(
    readonly rows: readonly RowError[],
    beside: object = {},
  ) {
    super(422, rows[0]!.phrase, {}, beside);
  }
}

/** Collects what is wrong with a request, so that one answer reports all of it. */
export class Problems {
  private readonly errors = new Map<string, Message[]>();

  /** `key` is flat (`items.0.name`); the sentence names the field alone unless `values.field` says otherwise. */
  add(key: string, message: MessageKey, values: Record<string, string | number> = {}): void {
    this.put(key, new Message(message, { field: fieldOf(key), ...values }));
  }

  put(key: string, phrase: Message): void {
    const named =
      'field' in phrase.values ? phrase : new Message(phrase.key, { field: fieldOf(key), ...phrase.values });
    const list = this.errors.get(key);
    if (list) list.push(named);
    else this.errors.set(key, [named]);
  }

  get any(): boolean {
    return this.errors.size > 0;
  }

  /** How many fields are wrong. */
  get size(): number {
    return this.errors.size;
  }

  has(key: string): boolean {
    return this.errors.has(key);
  }

  /** Everything collected, as one 422. */
  toError(): ValidationError {
    return new ValidationError(this.errors);
  }

  /** Throws everything collected; does nothing if there is nothing. */
  throwIfAny(): void {
    if (this.any) throw this.toError();
  }
}

/** 422 for one field. `key` and `values` as of `Problems.add`. */
export function fieldError(
  key: string,
  message: MessageKey,
  values?: Record<string, string | number>,
): ValidationError {
  const problems = new Problems();
  problems.add(key, message, values);
  return problems.toError();
}

/** `items.3.applications.2` → `applications`, `name` → `name`. */
const fieldOf = (key: string): string => key.replace(/^items\.\d+\./, '').replace(/\.\d+.*$/, '');
