/** The measured seconds that a test file is tagged with. */
export function secondsOf(text: string): number | undefined;

/** The text of a test file with the tag that its measured time asks for. */
export function tagged(text: string, seconds: number): string;

/** Whether the generated tests run for every resource. */
export function isWhole(): boolean;

/** The one engine that a test file runs on; undefined where it runs on both. */
export function engineOf(file: string): 'sqlite' | 'mariadb' | undefined;

/** Rounds of a test that draws its cases, in this run. */
export function rounds(count: number): number;
