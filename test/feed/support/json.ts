/** What servers and databases answer, of every shape. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into answers of every shape
export type Json = Record<string, any>;
