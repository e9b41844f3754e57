/** The decorators of entity files. */
export {
  Amount,
  Choice,
  Day,
  Dest,
  Flag,
  Html,
  Int,
  Ip,
  Json,
  JsonList,
  Mark,
  Moment,
  Morph,
  Name,
  Ref,
  Secret,
  Source,
  Str,
  Text,
} from './field.js';
export { Inverse, Links, Owns, Rows } from './link.js';
export { BaseResource, MapObject, Resource } from './resource.js';
export type { FieldOptions } from './field.js';
