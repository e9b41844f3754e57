/** Resources that the specification's model does not list: each follows from a sentence of the contract. */
import type { Facts } from './differences.js';

export const BEYOND_THE_MODEL: ReadonlyMap<string, string> = new Map([
  ['audit-logs', 'contract 9: GET /api/audit-logs, /{id}: read only, list language'],
]);

/** The facts of the resources that the model lists. */
export const inTheModel = ({ resources, ...rest }: Facts): Facts => ({
  ...rest,
  resources: Object.fromEntries(Object.entries(resources).filter(([path]) => !BEYOND_THE_MODEL.has(path))),
});
