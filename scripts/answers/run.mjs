// Sends the calls of a walk to a server and hands on what came back: the request as it was sent, and the answer as it is kept.
import { createHash } from 'node:crypto';
import { send as sendOverHttp } from './client.mjs';
import { ApiDocument } from './document.mjs';
import { normalise } from './normalise.mjs';
import { bytesOf } from './requests.mjs';
import { walk } from './walk.mjs';

/**
 * Carries out a walk, or with `replay` the calls of another recording as they were sent.
 * @param server `{ url, clock, tokens }` as `startCheckout` gives it
 * @param options.write takes `{ key, request, answer }` for each call
 * @param options.replay lines of a recording
 * @param options.only names of resources; all if left out
 * @param options.progress hears of the number of calls
 * @param options.send sends a request; over HTTP if left out
 * @returns the number of calls, and the operations of the document that no call was made to
 */
export async function run(server, { write, replay, only, progress = () => undefined, send = sendOverHttp }) {
  const { bytes } = await send(server.url, { method: 'GET', path: '/api/openapi.json' });
  const document = new ApiDocument(JSON.parse(bytes));
  const tokens = new Map(server.tokens);
  const uncalled = new Set(document.operations.map(({ id }) => id));
  const used = new Map();
  let count = 0;

  const perform = async (call) => {
    const name = `${call.op} as ${call.as ?? 'nobody'}: ${call.case}`;
    const times = (used.get(name) ?? 0) + 1;
    used.set(name, times);
    const key = times > 1 ? `${name} (${times})` : name;
    uncalled.delete(call.op);
    server.clock.set(call.clock ?? 0);
    const answer = await send(server.url, { ...call, headers: headersOf(call, key, tokens), body: bytesOf(call) });
    const body = jsonOf(answer);
    if (call.keep) tokens.set(call.keep, body?.access_token ?? body?.token ?? 'none was given');
    await write({ key, request: call, answer: await normalise(call, answer) });
    progress((count += 1));
    return { ...answer, body };
  };

  if (replay) for await (const { request } of replay) await perform(request);
  else {
    const calls = walk(document, { callers: [...tokens.keys()], only });
    for (let step = calls.next(); !step.done;) step = calls.next(await perform(step.value));
  }
  return { count, uncalled: [...uncalled], operations: document.operations.map(({ id }) => id) };
}

/** The headers of a call. The id makes the journal equal, the host what is said about addresses. */
function headersOf({ as, headers }, key, tokens) {
  const token = as && (tokens.get(as) ?? `nobody-signed-in-as-${as}`);
  return {
    host: 'answers.example',
    'x-request-id': `answers-${createHash('sha1').update(key).digest('hex')}`,
    ...(token && { authorization: `Bearer ${token}` }),
    ...headers,
  };
}

function jsonOf({ headers, bytes }) {
  if (!/json/.test(headers['content-type'] ?? '')) return undefined;
  try {
    return JSON.parse(bytes);
  } catch {
    return undefined;
  }
}
