/** What goes wrong with a request, as one of two classes. */

/** A wrong cell of an imported file; rows are counted from 1, the headings included. */
export interface WrongCell {
  row: number;
  column: string;
  message: string;
  /** With `rows`: what stands in the cell, and what the object of its row is called, as far as it is known. */
  value?: string | null;
  name?: string | null;
}

/** The body of an error (RFC 9457 with `message` and `code`). */
export interface Problem {
  message?: string;
  code?: number;
  errors?: Record<string, string[]> | WrongCell[];
  traceId?: string;
  [member: string]: unknown;
}

/** The server refused: `status`, one sentence in `message`, and sentences by field in `errors`. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  /** The number in the body; the same as `status`. */
  readonly code: number;
  /** Sentences by field (`name`, `applications.2`, `items.0.name`); empty where none is named. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
  /** The wrong cells of an imported file. */
  readonly cells: readonly WrongCell[];
  /** Under which the server's log tells more of an error 500. */
  readonly traceId: string | undefined;

  /** `retryAfter`: seconds after which the server is worth asking again. */
  constructor(
    readonly status: number,
    readonly problem: Problem,
    readonly method: string,
    readonly url: string,
    readonly retryAfter: number | undefined,
    readonly requestId: string | undefined,
  ) {
    super(problem.message ?? `The server answered ${status}.`);
    this.code = problem.code ?? status;
    this.errors = problem.errors && !Array.isArray(problem.errors) ? problem.errors : {};
    this.cells = Array.isArray(problem.errors) ? problem.errors : [];
    this.traceId = problem.traceId;
  }
}

/** No answer came, or it broke off: the server is away, or took longer than `timeout`. `cause` tells more. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';

  constructor(
    message: string,
    readonly method: string,
    readonly url: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}
