/** The mass actions of a resource (contract 7). */
import { parameter, ref, type Operation, type PathItem, type Schema } from '../model.js';
import { anyBody, empty, faults, forms, success } from './answers.js';
import { RouteWriter } from './route-writer.js';

const STRICT = parameter('Strict');
const DRY_RUN = parameter('DryRun');
const KEY = parameter('IdempotencyKey');
const ITEMS: Schema = { type: 'array', minItems: 1, maxItems: 10_000 };

export abstract class MassRoutes extends RouteWriter {
  protected massPaths(root: string): Record<string, PathItem> {
    return {
      [`${root}/mass-store`]: { post: this.massStore() },
      [`${root}/mass-update`]: this.massUpdate(),
      [`${root}/mass-destroy`]: this.massDestroy(),
      [`${root}/mass-restore`]: { post: this.massRestore() },
    };
  }

  protected massStore(): Operation {
    return this.operation(`massStore${this.names.many}`, {
      summary: `Create many ${this.some}`,
      description: 'All of them or none, in one transaction; up to 10,000 or 20 MiB.',
      parameters: [STRICT, DRY_RUN, KEY],
      requestBody: this.shown(anyBody(this.items(this.schemas.create)), 'Store'),
      responses: {
        201: success('The ids, in the order sent.', ref('MassAnswer'), 'X-Ignored-Fields', 'X-Warnings'),
        ...faults(true, 409),
      },
    });
  }

  protected items(name: string): Schema {
    return { type: 'object', properties: { items: { ...ITEMS, items: ref(name) } }, required: ['items'] };
  }

  private massUpdate(): PathItem {
    const of = (id: string, summary: string, form = false): Operation =>
      this.operation(id, {
        summary,
        description: 'Each item names its `id` and what changes. All of them or none; two names may be swapped.',
        parameters: [STRICT, DRY_RUN, KEY],
        requestBody: form
          ? this.byForm(this.items(this.schemas.item), 'PUT')
          : this.shown(anyBody(this.items(this.schemas.item)), 'Change'),
        responses: {
          200: success('The ids, in the order sent.', ref('MassAnswer'), 'X-Ignored-Fields', 'X-Warnings'),
          ...faults(true, 409, ...(form ? [405] : [])),
        },
      });
    const { many } = this.names;
    return {
      patch: of(`massUpdate${many}`, `Change many ${this.some}`),
      put: of(`massReplace${many}`, `Change many ${this.some} (PUT)`),
      post: of(`overrideMassUpdate${many}`, `Change many ${this.some} by a form`, true),
    };
  }

  private massDestroy(): PathItem {
    const responses: Operation['responses'] = { 204: empty('Done.'), ...faults(true, 409) };
    const { many } = this.names;
    return {
      delete: this.operation(`massDestroy${many}`, {
        summary: `Delete many ${this.some}`,
        description: 'All of them or none. The ids stand in the body or in the address.',
        parameters: [DRY_RUN, KEY, parameter('IdsQuery')],
        requestBody: { ...anyBody(ref('MassDestroy')), required: false },
        responses,
      }),
      post: this.operation(`overrideMassDestroy${many}`, {
        summary: `Delete many ${this.some} by a form`,
        parameters: [DRY_RUN, KEY, parameter('IdsQuery')],
        requestBody: this.byForm(ref('MassDestroy'), 'DELETE'),
        responses: { ...responses, ...faults(true, 405) },
      }),
    };
  }

  private massRestore(): Operation {
    return this.operation(`massRestore${this.names.many}`, {
      summary: `Restore many deleted ${this.some}`,
      description: this.resource.softDelete
        ? 'All of them or none; those that are not deleted stay as they are. Needs the rights to edit and to delete.'
        : 'Objects of this kind are deleted for good: always 422.',
      parameters: [DRY_RUN, KEY],
      requestBody: anyBody(ref('MassDestroy')),
      responses: {
        200: success('The ids, in the order sent.', ref('MassAnswer')),
        ...faults(true, 409, ...(this.resource.path === 'documents' ? [410] : [])),
      },
    });
  }

  private byForm(schema: Schema, method: string): Operation['requestBody'] {
    const named: Schema = {
      type: 'object',
      properties: { _method: { type: 'string', examples: [method] } },
      required: ['_method'],
    };
    return { required: true, content: forms({ allOf: [schema, named] }) };
  }
}
