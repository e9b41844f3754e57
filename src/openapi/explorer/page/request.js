/** One request to this server, with the token of the session, and how long it took. */
import { authorization, forget, session } from './session.js';

/**
 * @param {{ method: string, path: string, body?: unknown }} request
 * @returns status, headers, body (parsed where it is JSON), milliseconds and bytes
 */
export async function send({ method, path, body }) {
  const began = performance.now();
  const answer = await fetch(path, {
    method,
    headers: {
      accept: 'application/json',
      ...authorization(),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status === 401 && session()) forget();
  return {
    status: answer.status,
    headers: answer.headers,
    body: parsed(text),
    took: performance.now() - began,
    bytes: new Blob([text]).size,
  };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The address as people read it: brackets and commas as they are. */
export const readable = (path) => decodeURI(path).replace(/%2C/g, ',');

/** The same request for a shell. */
export function curl({ method, path, body }) {
  const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;
  return [
    'curl -s -g',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    quoted(location.origin + path),
    '-H "Authorization: Bearer $TOKEN"',
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json' -d ${quoted(JSON.stringify(body))}`]),
  ].join(' ');
}
