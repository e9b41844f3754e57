/** The body of a template as it is sent: a workbook comes as the part `file` of a multipart body. */
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ApiError } from '../core/http/errors.js';
import { treeOf } from '../core/http/form.js';
import { parts } from '../core/http/multipart.js';
import { readObject } from '../core/http/request-body.js';
import { WORKBOOK_LIMITS } from './workbook/limits.js';

/** A file as it was sent. */
export interface TemplateFile {
  /** The last part of its name. */
  name: string;
  bytes: Buffer;
}

/** The members of a body, and the file of a workbook. Throws 413 for one that is too large. */
export async function readTemplate(
  request: FastifyRequest,
): Promise<{ body: Record<string, unknown>; file?: TemplateFile }> {
  if (!/^\s*multipart\/form-data\b/i.test(request.headers['content-type'] ?? ''))
    return { body: await readObject(request) };
  const fields: Array<[string, string]> = [];
  let file: TemplateFile | undefined;
  for await (const part of parts(request, true)) {
    if (part.type === 'field') fields.push([part.name, part.value]);
    else if (part.fieldname !== 'file' || file) part.file.resume();
    else file = await received(part);
  }
  return { body: treeOf(fields), ...(file && { file }) };
}

/** Forms send an empty part where no file was chosen. */
async function received({ file, filename = '' }: MultipartFile): Promise<TemplateFile | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > WORKBOOK_LIMITS.file)
      throw new ApiError(413, 'bodySize', { max: WORKBOOK_LIMITS.file }, { connection: 'close' });
    chunks.push(chunk);
  }
  return size ? { name: filename.replace(/^.*[/\\]/, ''), bytes: Buffer.concat(chunks) } : undefined;
}
