/** The measured seconds that a test file is tagged with. */
export function secondsOf(text: string): number | undefined;

/** The text of a test file with the tag that its measured time asks for. */
export function tagged(text: string, seconds: number): string;

/** Whether the generated tests run for every resource. */
export function isWhole(): boolean;
