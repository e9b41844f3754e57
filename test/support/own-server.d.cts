/** A folder in memory for the files of a run; undefined where there is none with enough room. */
export function folderInMemory(): string | undefined;
/** Starts a server in a folder; undefined where the programs of MariaDB are missing. */
export function startServer(folder: string): Promise<{ url: string; stop(): Promise<void> } | undefined>;
