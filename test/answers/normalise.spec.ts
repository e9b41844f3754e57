/** What is kept of an answer: all but what differs by nature. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Document, Packer, Paragraph } from 'docx';
import { load, type Line, type Received } from './scripts.js';

const kept = async (received: Partial<Received>, path = '/api/sites'): Promise<Line['answer']> => {
  const { normalise } = await load('normalise');
  return normalise({ path }, { status: 200, headers: {}, bytes: Buffer.alloc(0), ...received });
};

it('headers are kept in order, but for those of the connection', async () => {
  const headers = { vary: 'a', date: 'now', connection: 'close', 'keep-alive': 'x', etag: '"a"', 'x-new': '1' };
  expect(await kept({ headers })).toEqual({ status: 200, headers: { etag: '"a"', vary: 'a', 'x-new': '1' } });
});

it.each([
  ['that of the body says nothing', '2', {}],
  ['another one is kept', '7', { 'content-length': '7' }],
])('a length: %s', async (_, length, headers) => {
  expect((await kept({ headers: { 'content-length': length }, bytes: Buffer.from('{}') })).headers).toEqual(headers);
});

it('bodies stay as they are written, tokens aside', async () => {
  const text =
    '{ "b":1.0,"a":"\\u00e9","token":"eyJa.b-c._d","access_token":"eyJx","other":"eyJa","milliseconds":25}\r\n';
  expect((await kept({ bytes: Buffer.from(text) })).text).toBe(
    '{ "b":1.0,"a":"\\u00e9","token":"a token","access_token":"a token","other":"eyJa","milliseconds":0}\r\n',
  );
  expect((await kept({ bytes: Buffer.from('\uFEFFa;b') })).text).toBe('\uFEFFa;b');
  expect(await kept({ bytes: Buffer.from([0xff, 0xfe]) })).toMatchObject({ base64: '//4=' });
});

it('of archives the parts are kept, however they are packed', async () => {
  const document = new Document({ sections: [{ children: [new Paragraph('Étage 1')] }] });
  const { parts, headers } = await kept({ headers: { 'content-length': '1' }, bytes: await Packer.toBuffer(document) });
  expect(parts!['word/document.xml']).toContain('Étage 1');
  expect(headers).toEqual({});
});

it('of figures the names are kept', async () => {
  const bytes = Buffer.from('# HELP up Whether it is up\n# TYPE up gauge\nup 1\nrequests{method="GET"} 12.5\n');
  const { text } = await kept({ bytes }, '/metrics');
  expect(text).toBe('# HELP up Whether it is up\n# TYPE up gauge\nrequests{method="GET"}\nup');
});

it('a recording gives back what was written, ends of lines of every kind included', async () => {
  const { writeRecording, readRecording } = await load('recording');
  const folder = mkdtempSync(join(tmpdir(), 'answers-'));
  try {
    const lines = ['a\nb', 'a\r\nb', 'a\u2028b', 'a\u0085b', 'é'.repeat(100_000)].map((text, i): Line => ({
      key: `${i}`,
      request: { op: 'a' },
      answer: { status: 200, headers: {}, text },
    }));
    const recording = writeRecording(join(folder, 'new/a.gz'));
    for (const line of lines) await recording.write(line);
    await recording.close();
    const read: Line[] = [];
    for await (const line of readRecording(join(folder, 'new/a.gz'))) read.push(line);
    expect(read).toEqual(lines);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
