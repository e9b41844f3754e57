/** Real objects of the example map: `examples.json`, kept up to date by `test/openapi/examples.spec.ts`. */
import type { ResourceModel } from '../engine/index.js';
import examples from './examples.json';
import type { Schema } from './model.js';

const OBJECTS: Readonly<Record<string, Schema>> = examples;

/** An object of this resource as single reads answer it; undefined for a resource that the example map does not know. */
export const exampleOf = ({ path }: Pick<ResourceModel, 'path'>): Schema | undefined => OBJECTS[path];
