/** Files of the API, which are fetched with the reader's token, as files of the browser. */
import type { Download } from 'meridian-client';

/** Hands a file to the browser; it is called `name` where the server has no name for it. */
export async function saveFile(file: Download, name: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([(await file.bytes()) as BlobPart], { type: file.type }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: file.filename ?? name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
