/** Files that are there while somebody has them open. */
import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file to write and read, only for us, that vanishes with its handle. */
export async function temporaryFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `meridian-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
