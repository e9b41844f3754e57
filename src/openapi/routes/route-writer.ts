/** What every operation of a resource has: names for methods and types, its words, its tag. */
import type { ResourceModel } from '../../resource/index.js';
import type { Operation } from '../model.js';
import { schemaNames } from '../schemas/objects.js';
import { aPhrase, namesOf, phraseOf, titleOf, within } from '../words.js';

type Told = Pick<Operation, 'summary' | 'responses'> & Partial<Operation>;

/** Writes down operations of one resource. */
export abstract class RouteWriter {
  protected readonly schemas: ReturnType<typeof schemaNames>;
  protected readonly names: ReturnType<typeof namesOf>;
  protected readonly one: string;
  protected readonly some: string;
  protected readonly a: string;

  constructor(protected readonly resource: ResourceModel) {
    this.schemas = schemaNames(resource);
    this.names = namesOf(resource);
    this.one = phraseOf(resource);
    this.a = aPhrase(resource);
    this.some = within(titleOf(resource));
  }

  protected operation(operationId: string, told: Told): Operation {
    const { deprecated } = this.resource;
    return { operationId, tags: [titleOf(this.resource)], ...told, ...(deprecated && { deprecated: true }) };
  }
}
