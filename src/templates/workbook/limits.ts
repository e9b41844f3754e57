/** The type of workbooks. */
export const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** What bounds a workbook, and what is filled of it (templates 3). */
export const WORKBOOK_LIMITS = {
  /** Bytes of the file, packed and unpacked. */
  file: 10 * 1024 * 1024,
  /** Parts of the file. */
  parts: 1000,
  /** Elements of one name in one part: styles, merged cells, names and so on. */
  elements: 65_490,
  /** Rows that are made of objects or of rows of a source. */
  rows: 10_000,
  /** Cells of these rows; cells of a template. */
  cells: 100_000,
  /** Bytes of these rows. */
  written: 50 * 1024 * 1024,
  /** Characters of a cell: spreadsheet programs take no more. */
  text: 32_767,
  /** Placeholders that differ, sheet by sheet. */
  placeholders: 2000,
  /** Places of placeholders that are shown. */
  places: 1000,
  /** Milliseconds of reading and filling. */
  time: 30_000,
  /** Most of what is wrong that is told at once. */
  refusals: 50,
} as const;

/** What the process of a workbook may take. */
export const BOUNDS = { heap: 320, held: 512, made: 64 * 1024 * 1024 };
