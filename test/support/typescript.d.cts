/** Teaches `require` to read TypeScript; returns source maps by path. */
export function register(): Map<string, string>;

/** What a file of the program is compiled into, once for all workers of a run. */
export function compiledText(filename: string): string;
