/** Whether the generated tests of a resource run on an engine. */
export function isTested(engine: string, index: number): boolean;
/** The measured seconds that a test file is tagged with; undefined for one that is not slow. */
export function secondsOf(text: string): number | undefined;
/** The text of a test file with the tag that its measured time asks for; a tag that is a third off at most stays. */
export function tagged(text: string, seconds: number): string;
