/** Whether the generated tests of a resource run on an engine. */
export function isTested(engine: string, index: number): boolean;
