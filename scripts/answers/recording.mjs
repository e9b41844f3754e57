// A recording: one line of JSON for each call with its answer, packed. Written and read as a stream, so that its length is no matter.
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { finished } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Opens a recording for writing: `write` takes a line, `close` ends it. */
export function writeRecording(path) {
  mkdirSync(dirname(path), { recursive: true });
  const packer = createGzip({ level: 4 });
  const done = finished(packer.pipe(createWriteStream(path)));
  return {
    async write(line) {
      if (!packer.write(`${JSON.stringify(line)}\n`)) await once(packer, 'drain');
    },
    async close() {
      packer.end();
      await done;
    },
  };
}

/** The lines of a recording, one after the other. Only a line feed ends one: texts may hold other ends of lines. */
export async function* readRecording(path) {
  let rest = '';
  for await (const piece of createReadStream(path).pipe(createGunzip()).setEncoding('utf8')) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop();
    for (const line of lines) yield JSON.parse(line);
  }
  if (rest) throw new Error(`${path} breaks off: record it again.`);
}
