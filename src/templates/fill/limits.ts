/** What bounds one filling (templates 2). */
export const LIMITS = {
  /** Characters and bytes of a template. */
  body: 262_144,
  /** Milliseconds of filling; the process is ended a moment later, should it not end by itself. */
  time: 10_000,
  /** Values and characters that are made on the way, by the count of Liquid: all together, and by one step, such as a range. */
  memory: 50_000_000,
  step: 10_000_000,
  /** Bytes of the file. */
  output: 50 * 1024 * 1024,
  objects: 50_000,
  /** Bytes of the objects as JSON. */
  data: 64 * 1024 * 1024,
  /** Objects with which what is not stored is tried. */
  tried: 50,
} as const;
