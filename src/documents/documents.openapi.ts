/** What documents do in their own way: files come in as multipart and go out as they are (contract 8). */
import {
  header,
  json,
  parameter,
  ref,
  type Body,
  type Operation,
  type PathItem,
  type Schema,
} from '../openapi/model.js';
import type { Chapter } from '../openapi/chapter.js';
import { empty, faults, forms, NOT_MODIFIED } from '../openapi/routes/answers.js';
import { ResourceRoutes } from '../openapi/routes/resource-routes.js';

const FILE: Schema = { type: 'string', contentMediaType: 'application/octet-stream', description: 'The file.' };

/** The item of a mass creation. */
const ITEM: Schema = {
  type: 'object',
  properties: {
    filename: { type: 'string', minLength: 1, maxLength: 255 },
    mimetype: { type: 'string', description: 'What the file is said to be; its bytes are looked at too.' },
    content: { type: 'string', contentEncoding: 'base64', description: 'The bytes in base64.' },
  },
  required: ['filename', 'content'],
  examples: [{ filename: 'plan.txt', mimetype: 'text/plain', content: 'Rmxvb3IgMQo=' }],
};

class DocumentRoutes extends ResourceRoutes {
  override paths(): Record<string, PathItem> {
    const download = { parameters: [parameter('Id')], get: this.download() };
    return { ...super.paths(), '/api/documents/{id}/download': download };
  }

  protected override create(): Operation {
    return {
      ...super.create(),
      summary: 'Upload a document',
      description:
        'The type is told by the bytes, `hash` is their SHA-256, and of the name only the last part of a path is kept.',
      requestBody: {
        required: true,
        content: { 'multipart/form-data': { schema: withFile(this.schemas.create, true) } },
      },
    };
  }

  protected override update(word: 'replace' | 'update', method: 'put' | 'patch'): Operation {
    const operation = super.update(word, method);
    if (method === 'patch') return operation;
    const { content } = operation.requestBody as Body;
    return {
      ...operation,
      summary: 'Rename a document, or replace its file',
      description: 'JSON renames and links; multipart with a part `file` replaces the bytes.',
      requestBody: {
        required: true,
        content: { ...content, 'multipart/form-data': { schema: withFile(this.schemas.update) } },
      },
    };
  }

  protected override override(): Operation {
    const operation = super.override();
    const method: Schema = {
      type: 'object',
      properties: { _method: { type: 'string', enum: ['PUT', 'PATCH', 'DELETE'] } },
      required: ['_method'],
    };
    const schema: Schema = { allOf: [withFile(this.schemas.update), method] };
    return { ...operation, requestBody: { required: true, content: forms(schema) } };
  }

  protected override destroyed(): Operation['responses'] {
    return { 204: empty('Done.') };
  }

  protected override massStore(): Operation {
    const items: Schema = {
      type: 'object',
      properties: { items: { type: 'array', minItems: 1, maxItems: 10_000, items: ITEM } },
      required: ['items'],
    };
    return { ...super.massStore(), requestBody: { required: true, content: json(items) } };
  }

  private download(): Operation {
    const headers = Object.fromEntries(
      ['Content-Disposition', 'Accept-Ranges', 'ETag'].map((name) => [name, header(name)]),
    );
    const content = { '*/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } };
    const range: Schema = { type: 'string', examples: ['bytes=0-1023'] };
    return this.operation('downloadDocument', {
      summary: 'Download a document',
      description:
        'The very bytes, whatever `Accept` says, never to be shown in place. Pictures, PDF, plain text, CSV, office files and ' +
        'archives come with the stored media type, all others as `application/octet-stream`.',
      parameters: [{ name: 'Range', in: 'header', schema: range }, parameter('IfNoneMatch')],
      responses: {
        200: { description: 'The whole content.', headers, content },
        206: {
          description: 'The part asked for.',
          headers: { ...headers, 'Content-Range': header('Content-Range') },
          content,
        },
        304: NOT_MODIFIED,
        ...faults(false, 404, 410, 416),
      },
    });
  }
}

function withFile(name: string, required = false): Schema {
  const part: Schema = { type: 'object', properties: { file: FILE }, ...(required && { required: ['file'] }) };
  return { allOf: [ref(name), part] };
}

export const documents = (): Chapter => ({ resources: { documents: DocumentRoutes } });
