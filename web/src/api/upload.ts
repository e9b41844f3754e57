/** Sends a file and says how much of it went out: the `fetch` of browsers does not tell. Files that change meanwhile are told. */
import { ApiError, ConnectionError, type Problem } from 'meridian-client';
import type { Thing } from './kinds.js';
import { refused, requestHeaders, session } from './session.js';

/** A file was changed, or is gone, since it was chosen: a browser sends it no more, and does not tell why. */
export class ChangedFile extends Error {}

/** What was thrown where a file was sent; `ChangedFile` where no server but the file is the reason. */
export async function reasonOf(error: unknown, file: File): Promise<unknown> {
  if (error instanceof ApiError) return error;
  try {
    await file.slice(0, 1).arrayBuffer();
    return error;
  } catch {
    return new ChangedFile('The file has changed since it was chosen.');
  }
}

/**
 * Makes a document of a file.
 * @param onSent is called with the share of the file that went out so far, 0 to 1
 * @throws as the client does
 */
export function uploadDocument(file: File, onSent: (share: number) => void): Promise<Thing> {
  const path = '/api/documents';
  const id = session.get()?.id;
  const form = new FormData();
  form.append('file', file, file.name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', path);
    for (const [name, value] of Object.entries(requestHeaders())) request.setRequestHeader(name, value);
    request.setRequestHeader('accept', 'application/json');
    request.upload.onprogress = ({ loaded, total, lengthComputable }) => lengthComputable && onSent(loaded / total);
    request.onload = () => {
      const { status } = request;
      if (status < 300) return resolve(JSON.parse(request.responseText) as Thing);
      if (status === 401) refused(id);
      reject(new ApiError(status, problemIn(request.responseText), 'POST', path, undefined, undefined));
    };
    request.onerror = () =>
      void reasonOf(new ConnectionError('The file did not arrive.', 'POST', path), file).then(reject);
    request.send(form);
  });
}

function problemIn(text: string): Problem {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    return {};
  }
}
