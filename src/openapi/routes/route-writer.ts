/** What every operation of a resource has: names for methods and types, its words, its tag. */
import { withinSentence } from '../../core/text/naming.js';
import type { ResourceModel } from '../../engine/index.js';
import type { Content, Operation } from '../model.js';
import { exampleName, schemaNames, type Shown } from '../schemas/objects.js';
import { aPhrase, namesOf, phraseOf, titleOf } from '../titles.js';
import { showing } from './answers.js';

type OperationDetails = Pick<Operation, 'summary' | 'responses'> & Partial<Operation>;

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
    this.some = withinSentence(titleOf(resource));
  }

  protected operation(operationId: string, details: OperationDetails): Operation {
    const { deprecated } = this.resource;
    return { operationId, tags: [titleOf(this.resource)], ...details, ...(deprecated && { deprecated: true }) };
  }

  /** A body or an answer with an example. */
  protected shown<T extends { content?: Content }>(holder: T, shown: Shown): T {
    return showing(holder, exampleName(this.resource, shown));
  }
}
