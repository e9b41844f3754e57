/** Takes files out of requests: the part `file` of a multipart body, or base64 in the items of a mass creation. */
import { Readable } from 'node:stream';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ApiError, brokenForm } from '../core/http/errors.js';
import { Message } from '../core/i18n/messages.js';
import { treeOf } from '../core/http/form.js';
import { parts } from '../core/http/multipart.js';
import { readObject } from '../core/http/request-body.js';
import type { DocumentStore, Received } from './document-store.js';
import { lastPart } from './file-name.js';
import { mediaTypeOf } from './media-type.js';

type Body = Record<string, unknown>;

/** A file as sent: its bytes, and what is wrong with it by field; without `received` there is none. */
export interface Upload {
  received?: Received;
  filename: string;
  mimetype: string;
  defects: Array<[field: string, phrase: Message]>;
}

const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
const MAX_NAME_LENGTH = 255;
const SPACELESS = new Set(['ENOSPC', 'EDQUOT']);

/** The body of a request without its file, and the file. The bytes go to the store as they come in. */
export async function readUpload(
  request: FastifyRequest,
  store: DocumentStore,
  mostBytes: number,
): Promise<{ body: Body; upload?: Upload }> {
  if (!/^\s*multipart\/form-data\b/i.test(request.headers['content-type'] ?? ''))
    return { body: await readObject(request) };
  const fields: Array<[string, string]> = [];
  let upload: Upload | undefined;
  try {
    for await (const part of parts(request, true)) {
      if (part.type === 'field') fields.push([part.name, part.value]);
      else if (part.fieldname !== 'file' || upload) part.file.resume();
      else upload = await receive(part, store, mostBytes);
    }
  } catch (error) {
    if (upload?.received) await store.discard(upload.received);
    throw error;
  }
  const { file, ...body } = treeOf(fields);
  if (!upload && file) upload = { filename: '', mimetype: '', defects: [['file', new Message('uploadFile')]] };
  return { body, ...(upload && { upload }) };
}

async function receive(part: MultipartFile, store: DocumentStore, mostBytes: number): Promise<Upload | undefined> {
  const received = await take(part.file, store);
  if (part.file.truncated) {
    await store.discard(received);
    throw new ApiError(413, 'bodySize', { max: mostBytes }, { connection: 'close' });
  }
  if (received.size > 0) return uploadOf(received, part.filename, part.mimetype);
  await store.discard(received);
  // Forms send an empty part where no file was chosen.
  return part.filename ? { filename: '', mimetype: '', defects: [['file', new Message('required')]] } : undefined;
}

/** What the store throws is ours; what the stream throws is a request that broke off. */
async function take(bytes: Readable, store: DocumentStore): Promise<Received> {
  bytes.once('error', () => undefined);
  try {
    return await store.receive(bytes);
  } catch (error) {
    // It may have broken off before it was taken.
    const broken = bytes.errored;
    const { code } = error as NodeJS.ErrnoException;
    if (SPACELESS.has(code ?? '')) throw error;
    if (broken instanceof ApiError) throw broken;
    if (broken || code === 'ERR_STREAM_PREMATURE_CLOSE') throw brokenForm(error as Error);
    throw error;
  }
}

function uploadOf(received: Received, name: string | undefined, declared: string | undefined): Upload {
  const filename = lastPart(name ?? '') || 'document';
  const tooLong = [...filename].length > MAX_NAME_LENGTH;
  const mimetype = mediaTypeOf(received.head, declared);
  return {
    received,
    filename,
    mimetype,
    defects: tooLong ? [['filename', new Message('maxText', { max: MAX_NAME_LENGTH })]] : [],
  };
}

/** The file of one item `{filename,mimetype,content}` of a mass creation, its content in base64. */
export async function decodeItem(item: Body, store: DocumentStore, mostBytes: number): Promise<Upload> {
  const { filename, mimetype, content } = item;
  const defects: Upload['defects'] = [];
  const wrong = (field: string, key: 'required' | 'string' | 'format'): void =>
    void defects.push([field, new Message(key)]);
  if (filename === undefined || filename === null || filename === '') wrong('filename', 'required');
  else if (typeof filename !== 'string') wrong('filename', 'string');
  else if (!lastPart(filename)) wrong('filename', 'format');
  if (content === undefined || content === null || content === '') wrong('content', 'required');
  else if (typeof content !== 'string') wrong('content', 'string');
  const text = typeof content === 'string' ? content.replace(/\s+/g, '') : '';
  if (text.length % 4 || !BASE64.test(text)) wrong('content', 'format');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length > mostBytes) defects.push(['content', new Message('maxBytes', { max: mostBytes })]);
  if (defects.length) return { filename: '', mimetype: '', defects };
  return uploadOf(await take(Readable.from([bytes]), store), filename as string, String(mimetype ?? ''));
}
