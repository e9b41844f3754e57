/** Hands a file that the client fetched, with the reader's token, to the browser. */
import type { Download } from 'meridian-client';

/** `name` serves where the answer names none. Throws as the client does. */
export async function saveFile(file: Download, name: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([(await file.bytes()) as BlobPart], { type: file.type }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: file.filename ?? name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
