/** Sends a file and says how much of it went out: the `fetch` of browsers does not tell. */
import { ApiError, ConnectionError, type Problem } from 'meridian-client';
import type { Thing } from './kinds.js';
import { expired, requestHeaders, session } from './session.js';

/**
 * Makes a document of a file.
 * @param onSent is called with the share of the file that went out so far, 0 to 1
 * @throws as the client does
 */
export function uploadDocument(file: File, onSent: (share: number) => void): Promise<Thing> {
  const path = '/api/documents';
  const token = session.get()?.token;
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
      if (status === 401) expired(token);
      reject(new ApiError(status, problemIn(request.responseText), 'POST', path, undefined, undefined));
    };
    request.onerror = () => reject(new ConnectionError('The file did not arrive.', 'POST', path));
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
