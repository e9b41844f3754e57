/** What every operation of a resource has: names for methods and types, its words, its tag. */
import { withinSentence } from '../../core/text/naming.js';
import type { ResourceModel } from '../../engine/index.js';
import type { Content, Operation } from '../model.js';
import { exampleName, schemaNames, type Shown } from '../schemas/objects.js';
import { aPhrase, namesOf, phraseOf, titleOf } from '../titles.js';
import { showing } from './answers.js';

type OperationDetails = Pick<Operation, 'summary' | 'responses'> & Partial<Operation>;

/** Writes down operations of one resource. */
export class RouteWriter {
  readonly schemas: ReturnType<typeof schemaNames>;
  /** In names of methods: `Application`, `Applications`. */
  readonly names: ReturnType<typeof namesOf>;
  /** In sentences: `application`, `applications`, `an application`. */
  readonly one: string;
  readonly some: string;
  readonly a: string;

  constructor(readonly resource: ResourceModel) {
    this.schemas = schemaNames(resource);
    this.names = namesOf(resource);
    this.one = phraseOf(resource);
    this.a = aPhrase(resource);
    this.some = withinSentence(titleOf(resource));
  }

  operation(operationId: string, details: OperationDetails): Operation {
    const { deprecated } = this.resource;
    return { operationId, tags: [titleOf(this.resource)], ...details, ...(deprecated && { deprecated: true }) };
  }

  /** A body or an answer with an example. */
  shown<T extends { content?: Content }>(holder: T, shown: Shown): T {
    return showing(holder, exampleName(this.resource, shown));
  }
}
