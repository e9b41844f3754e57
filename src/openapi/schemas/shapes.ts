/** Schemas that most routes put their bodies and answers together from. */
import type { Schema } from '../model.js';

export const TEXT: Schema = { type: 'string' };
/** How many. */
export const COUNT: Schema = { type: 'integer', minimum: 0 };
export const ID: Schema = { type: 'integer', minimum: 1 };
export const ID_OR_NULL: Schema = { ...ID, type: ['integer', 'null'] };
export const TIME: Schema = { type: 'string', format: 'date-time' };
export const TIME_OR_NULL: Schema = { type: ['string', 'null'], format: 'date-time' };

export const list = (items: Schema): Schema => ({ type: 'array', items });

/** Values under names that no schema knows. */
export const byName = (values: Schema): Schema => ({ type: 'object', additionalProperties: values });

/** An object with all of these members, some of the `optional` ones, and no others; `more`: what else is said of it. */
export const strict = (properties: Schema, optional: Schema = {}, more: Schema = {}): Schema => ({
  type: 'object',
  properties: { ...properties, ...optional },
  required: Object.keys(properties),
  additionalProperties: false,
  ...more,
});

/** An object of which each member may be left out, and that has no others. */
export const partial = (properties: Schema, more: Schema = {}): Schema => ({
  type: 'object',
  properties,
  additionalProperties: false,
  ...more,
});
