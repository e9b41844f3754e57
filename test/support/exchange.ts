/** One request and its answer over a connection that is kept. The client of Node itself: `fetch` takes twice the time. */
import { Agent, request, type OutgoingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';

/** What came back; `text` is the whole body, unpacked, without the mark of its encoding. */
interface Exchanged {
  status: number;
  headers: Headers;
  text: string;
}

const agent = new Agent({ keepAlive: true });

/** Sends a request. Texts and bytes are sent as they are, forms as forms, and everything else as JSON. */
export async function exchange(
  method: string,
  url: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<Exchanged> {
  const { content, type } = await contentOf(body);
  const sent: OutgoingHttpHeaders = { ...(type && { 'content-type': type }) };
  for (const [name, value] of Object.entries(headers)) sent[name.toLowerCase()] = value;
  if (content !== undefined) sent['content-length'] ??= Buffer.byteLength(content);
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, headers: sent, agent }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () => {
        const received = new Headers();
        const { rawHeaders } = response;
        for (let i = 0; i < rawHeaders.length; i += 2) received.append(rawHeaders[i]!, rawHeaders[i + 1]!);
        const body = Buffer.concat(parts);
        const packed = response.headers['content-encoding'] === 'gzip' && body.length > 0;
        const text = (packed ? gunzipSync(body) : body).toString().replace(/^\uFEFF/, '');
        resolve({ status: response.statusCode!, headers: received, text });
      });
    });
    asked.on('error', reject);
    asked.end(content);
  });
}

async function contentOf(body: unknown): Promise<{ content?: string | Buffer; type?: string }> {
  if (body === undefined) return {};
  if (typeof body === 'string') return { content: body, type: 'text/plain;charset=UTF-8' };
  if (Buffer.isBuffer(body)) return { content: body };
  if (!(body instanceof FormData)) return { content: JSON.stringify(body), type: 'application/json' };
  const form = new Response(body);
  return { content: Buffer.from(await form.arrayBuffer()), type: form.headers.get('content-type')! };
}
