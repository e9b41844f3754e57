/** What single resources do differently from the general rules, each with the sentence of the contract that says so. */
import type { ResourceModel } from '../../src/engine/index.js';

/** The answer of DELETE that is not 200. */
const DESTROYED: Record<string, number> = {
  // contract 6: "DELETE /{id} | 200 [] (documents: 204)".
  documents: 204,
};

/** Resources that are not created by a body of columns. */
const UPLOADED = new Set([
  // contract 8: "POST /api/documents multipart part file → 201".
  'documents',
]);

/** Further abilities that a write needs, whatever its verb. */
const ALSO_NEEDED: Record<string, string[]> = {
  // contract 3: "Making or changing a delegation needs cartographer_* and <key>_edit of the object's type."
  cartographers: ['application_edit'],
};

/** Objects that cannot be deleted while others point to them, or not at all (contract 9: "permissions: read only"). */
const HELD = new Set(['roles', 'permissions', 'perimeters']);

/** Columns that are filled where nothing is sent for them, besides who owns an object. */
const FILLED: Record<string, string[]> = {
  // contract 9: "name defaults to the login, granularity to 1".
  users: ['name', 'granularity'],
};

/** Keys of an answer that are no columns (queries: "Reads add query_text – additive, harmless"). */
const ADDED: Record<string, string[]> = { queries: ['query_text', 'query_kinds'] };

export const added = ({ path }: ResourceModel): string[] => ADDED[path] ?? [];
export const destroyed = ({ path }: ResourceModel): number => DESTROYED[path] ?? 200;
export const isUploaded = ({ path }: ResourceModel): boolean => UPLOADED.has(path);
export const alsoNeeded = ({ path }: ResourceModel): string[] => ALSO_NEEDED[path] ?? [];
/** Objects belong to whoever made them (queries: "somebody else's private query = 404"; saved maps alike). */
export const isOwned = ({ owner }: ResourceModel): boolean => owner !== undefined;
export const isHeld = (path: string): boolean => HELD.has(path);
export const isFilled = ({ path, owner }: ResourceModel, column: string): boolean =>
  owner?.column === column || (FILLED[path]?.includes(column) ?? false);

/** Resources that clients write. */
export const isWritable = (resource: ResourceModel): boolean => !resource.readOnly;

/** Resources that clients create by a body of columns, single and in masses. */
export const isStorable = (resource: ResourceModel): boolean => isWritable(resource) && !isUploaded(resource);
