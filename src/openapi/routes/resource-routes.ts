/** The routes that every resource has (contract 5, 6 and 7). */
import { listParameters, selectParameters } from '../list-parameters.js';
import { header, json, parameter, ref, type Answer, type Operation, type PathItem, type Schema } from '../model.js';
import { partial } from '../schemas/shapes.js';
import { sampleRequests } from '../sample-requests.js';
import { anyBody, faults, forms, NOT_MODIFIED, success, withCsv } from './answers.js';
import { MassRoutes } from './mass-routes.js';

const STRICT = parameter('Strict');
const DRY_RUN = parameter('DryRun');
const IF_MATCH = parameter('IfMatch');
const KEY = parameter('IdempotencyKey');
const AS_OF = ['X-As-Of', 'X-As-Of-Exact'] as const;

/** Writes down the routes of one resource. */
export class ResourceRoutes extends MassRoutes {
  /** All paths of the resource. */
  paths(): Record<string, PathItem> {
    const root = `/api/${this.resource.path}`;
    if (this.resource.readOnly)
      return { [root]: { get: this.list() }, [`${root}/{id}`]: this.ofId({ get: this.show() }) };
    return {
      [root]: { get: this.list(), post: this.create() },
      [`${root}/{id}`]: this.ofId({
        get: this.show(),
        put: this.update('replace', 'put'),
        patch: this.update('update', 'patch'),
        post: this.override(),
        delete: this.destroy(),
      }),
      [`${root}/{id}/restore`]: this.ofId({ post: this.restore() }),
      ...this.massPaths(root),
    };
  }

  protected list(): Operation {
    return this.operation(`list${this.names.many}`, {
      summary: `List ${this.some}`,
      description:
        `All ${this.some} in id order, unless \`filter\`, \`sort\` or \`page\` say otherwise; a bare array, ` +
        'streamed. Lines hold columns only: links come with `include`.',
      parameters: [...listParameters(this.resource), parameter('AsOf')],
      'x-requests': sampleRequests(this.resource),
      responses: {
        200: withCsv(
          this.shown(
            success(`The ${this.some}.`, this.listAnswer(), 'X-Total-Count', 'X-Page', 'X-Page-Size', 'Link', ...AS_OF),
            'Rows',
          ),
        ),
        ...faults(false, 400, 410, 422),
      },
    });
  }

  protected listAnswer(): Schema {
    const listOf = (name: string): Schema => ({ type: 'array', items: ref(name) });
    return { anyOf: [listOf(this.schemas.row), listOf(this.schemas.selection)] };
  }

  protected show(): Operation {
    return this.operation(`get${this.names.one}`, {
      summary: `Read ${this.a}`,
      description: 'All columns, then the ids of what it is linked to.',
      parameters: [...selectParameters(this.resource), parameter('AsOf'), parameter('IfNoneMatch')],
      responses: {
        200: this.shown(success(`The ${this.one}.`, this.readAnswer(), 'ETag', ...AS_OF), 'Read'),
        304: NOT_MODIFIED,
        ...faults(false, 400, 404, 410, 422),
      },
    });
  }

  protected readAnswer(): Schema {
    return { anyOf: [enveloped(ref(this.schemas.whole)), enveloped(ref(this.schemas.selection))] };
  }

  protected create(): Operation {
    return this.operation(`create${this.names.one}`, {
      summary: `Create ${this.a}`,
      parameters: [STRICT, DRY_RUN, KEY],
      requestBody: this.shown(anyBody(ref(this.schemas.create)), 'Create'),
      responses: { 201: this.made(), ...faults(true, 409) },
    });
  }

  protected made(): Answer {
    const headers = ['Location', 'ETag', 'X-Ignored-Fields', 'X-Warnings', 'Idempotency-Replayed'];
    return this.shown(success(`The new ${this.one}.`, ref(this.schemas.whole), ...headers), 'Whole');
  }

  protected update(word: 'replace' | 'update', method: 'put' | 'patch'): Operation {
    return this.operation(`${word}${this.names.one}`, {
      summary: method === 'patch' ? `Change ${this.a}` : `Change ${this.a} (PUT)`,
      description:
        'Partial: an absent field stays, null clears it, a link field that is present replaces the whole set. ' +
        'The object just read can be sent back.' +
        (method === 'put' ? ' PUT does the same as PATCH.' : ''),
      parameters: [STRICT, DRY_RUN, IF_MATCH],
      requestBody: this.shown(anyBody(ref(this.schemas.update)), 'Update'),
      responses: { 200: this.changed(), ...faults(true, 404, 409, 412) },
    });
  }

  protected changed(): Answer {
    return this.shown(
      success(`The ${this.one} as it is now.`, ref(this.schemas.whole), 'ETag', 'X-Ignored-Fields', 'X-Warnings'),
      'Whole',
    );
  }

  protected destroy(): Operation {
    const soft = this.resource.softDelete ? ' It can be restored.' : ' It is gone for good.';
    return this.operation(`delete${this.names.one}`, {
      summary: `Delete ${this.a}`,
      description: `Gone from lists, includes and the links of other objects.${soft}`,
      parameters: [DRY_RUN, IF_MATCH],
      responses: { ...this.destroyed(), ...faults(false, 404, 412, 422) },
    });
  }

  protected destroyed(): Operation['responses'] {
    return { 200: success('Done.', ref('Nothing')) };
  }

  /** The method that forms name in `_method`. */
  protected override(): Operation {
    const method: Schema = { type: 'string', enum: ['PUT', 'PATCH', 'DELETE'] };
    const schema: Schema = {
      allOf: [ref(this.schemas.update), { type: 'object', properties: { _method: method }, required: ['_method'] }],
    };
    return this.operation(`override${this.names.one}`, {
      summary: `Change or delete ${this.a} by a form`,
      description: 'For clients that can only POST: `_method` names PUT, PATCH or DELETE.',
      parameters: [STRICT, DRY_RUN, IF_MATCH],
      requestBody: this.shown({ required: true, content: forms(schema) }, 'Override'),
      responses: {
        ...this.destroyed(),
        200: this.shown(
          success('As the method that was named.', { oneOf: [ref(this.schemas.whole), ref('Nothing')] }, 'ETag'),
          'Whole',
        ),
        ...faults(true, 404, 405, 409, 412),
      },
    });
  }

  protected restore(): Operation {
    return this.operation(`restore${this.names.one}`, {
      summary: `Restore a deleted ${this.one}`,
      description: this.resource.softDelete
        ? 'Needs the rights to edit and to delete. 409 if its name was taken meanwhile. With `as_of` its columns and links become what they were ' +
          'then, whether it is deleted or not; of one that is not, the right to edit is enough. A dry run of that answers what would change.'
        : 'Objects of this kind are deleted for good: 404, unless `as_of` sets back one that is there.',
      parameters: [DRY_RUN, IF_MATCH, KEY],
      requestBody: {
        content: json(partial({ as_of: { type: 'string' } }, { examples: [{ as_of: '2026-11-22T10:15:02.114Z' }] })),
      },
      responses: {
        200: this.restored(),
        ...faults(true, 404, 409, 410, 412),
      },
    });
  }

  private restored(): Answer {
    const whole = this.changed();
    const plan = ref('SetBackPlan');
    return {
      ...whole,
      headers: { ...whole.headers, 'X-Left-Out': header('X-Left-Out') },
      content: Object.fromEntries(
        Object.entries(whole.content ?? {}).map(([type, body]) => [
          type,
          { ...body, schema: { oneOf: [ref(this.schemas.whole), plan] } },
        ]),
      ),
    };
  }

  private ofId(operations: PathItem): PathItem {
    return { parameters: [parameter('Id')], ...operations };
  }
}

/** `{"data":{…}}`, the form of single reads. */
export const enveloped = (schema: Schema): Schema => ({
  type: 'object',
  properties: { data: schema },
  required: ['data'],
  additionalProperties: false,
});
