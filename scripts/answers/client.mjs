// One request over a kept connection, exactly as written: nothing is added, followed or unpacked.
import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const PATIENCE = 60_000;

/**
 * Sends a request.
 * @returns status, headers with names in lower case, and the bytes of the body; status 0 and the code of the error if nothing
 *   came back
 */
export function send(url, { method, path, headers = {}, body }) {
  const bytes = body === undefined ? undefined : Buffer.from(body);
  const target = new URL(url);
  const options = {
    ...{ host: target.hostname, port: target.port, method, path, agent },
    headers: bytes ? { ...headers, 'content-length': bytes.length } : headers,
    timeout: PATIENCE,
  };
  return new Promise((resolve) => {
    const failed = (error) =>
      resolve({ status: 0, headers: {}, bytes: Buffer.from(String(error.code ?? error.message)) });
    const sent = request(options, (response) => {
      const parts = [];
      response.on('data', (part) => parts.push(part));
      response.on('error', failed);
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, bytes: Buffer.concat(parts) }),
      );
    });
    sent.on('timeout', () => sent.destroy(new Error(`no answer within ${PATIENCE / 1000} s`)));
    sent.on('error', failed);
    sent.end(bytes);
  });
}
