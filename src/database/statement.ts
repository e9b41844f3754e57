/** What is bound to a statement, and what comes back. */

/** A value that may be bound. Lists (of values, or of rows) are for the texts that `Dialect` makes. */
export type Scalar = string | number | null;
export type Param = Scalar | readonly Scalar[] | ReadonlyArray<readonly Scalar[]>;

/** Rows to be written, one after the other. */
export type Rows = Iterable<readonly Scalar[]>;

/** A row as the driver gives it: dates are text, as stored. */
export type Row = Record<string, Scalar>;

/** A statement with its bound values. */
export type Statement = readonly [sql: string, params: readonly Param[]];
