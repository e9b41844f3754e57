/** Milliseconds that an answer asks to be left alone for, by its `Retry-After`: seconds, or a date. 0 where it says nothing. */
export function retryAfterOf(header: string | undefined): number {
  if (header === undefined) return 0;
  const pause = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(pause) ? 0 : Math.max(0, pause);
}
