import { BaseResource, Int, Json, Mark, Resource, Str } from '../engine/index.js';

/** What somebody did, and when: changes of objects, log-ins, exports (contract 9). */
@Resource('audit-logs', {
  titles: { fr: ['Entrée du journal', 'Journal'] },
  view: 'configuration',
  node: false,
  key: 'audit_log',
  label: null,
  softDelete: false,
  audited: false,
  cartographiable: false,
  readOnly: true,
  extRefs: false,
  ownIndexes: { subject: ['subject_type', 'subject_id'], user_id: ['user_id'], created_at: ['created_at'] },
  about: 'What somebody did, and when: changes of objects, log-ins, exports.',
})
export class AuditLog extends BaseResource {
  @Str({
    nullable: false,
    writable: false,
    search: true,
    about: 'What was done: created, updated, logged_in, …',
    example: 'updated',
  })
  description!: string;
  @Int({ type: 'uint', writable: false, about: 'Id of the object' }) subject_id!: number | null;
  @Str({
    writable: false,
    about: 'Class name of the object, such as App\\Models\\Application',
    example: 'App\\Models\\Application',
  })
  subject_type!: string | null;
  // No reference: rows outlive the users whom they name.
  @Int({ type: 'uint', writable: false, about: 'Id of the user who did it' }) user_id!: number | null;
  @Json({
    type: 'text',
    writable: false,
    shownWith: { type: 'subject_type', id: 'subject_id' },
    about: 'What changed: values before and after, and the id of the request; null where you may not show the object',
    example: { before: { rto: 60 }, after: { rto: 30 }, request_id: '4f0c2a' },
  })
  properties!: unknown;
  @Str({ size: 45, writable: false, search: true, about: 'Address that the request came from' }) host!: string | null;
  @Mark({ default: 2, about: 'What is still to be done with it: to be told by the feed of changes, to be chained' })
  own_pending!: number | null;
}
