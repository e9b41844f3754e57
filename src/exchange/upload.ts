/** Takes the file of an import out of a request, into a file that vanishes with its last handle. */
import { writeFile, type FileHandle } from 'node:fs/promises';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { ApiError, brokenForm, fieldError } from '../core/http/errors.js';
import { parts } from '../core/http/multipart.js';
import { temporaryFile } from '../files/temporary-file.js';

/**
 * The part `file` of a multipart body. The caller closes it. Throws 415 for another kind of body, 422 without a file or
 * with an empty one, 413 for one that is too large.
 */
export async function uploadedFile(request: FastifyRequest, maxBytes: number): Promise<FileHandle> {
  if (!/^\s*multipart\/form-data\b/i.test(request.headers['content-type'] ?? '')) throw new ApiError(415, 'importBody');
  let file: FileHandle | undefined;
  try {
    for await (const part of parts(request, true)) {
      if (part.type === 'field') continue;
      if (part.fieldname === 'file' && !file) file = await receive(part, maxBytes);
      else part.file.resume();
    }
    if (!file || (await file.stat()).size === 0) throw fieldError('file', 'required');
    return file;
  } catch (error) {
    await file?.close();
    throw error;
  }
}

async function receive(part: MultipartFile, maxBytes: number): Promise<FileHandle> {
  const file = await temporaryFile();
  try {
    await writeFile(file, part.file);
    if (part.file.truncated) throw new ApiError(413, 'bodySize', { max: maxBytes }, { connection: 'close' });
    return file;
  } catch (error) {
    await file.close();
    // What the stream throws is a request that broke off; what the file throws is ours.
    const broken = part.file.errored;
    if (broken) throw brokenForm(broken);
    throw error;
  }
}
