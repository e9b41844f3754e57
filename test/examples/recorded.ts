/** The requests that were recorded on the older application, with its answers. */
import { sharedJson } from '../engine/model/shared.js';

export const FILES = [
  'auth',
  'resource-applications',
  'resource-certificates',
  'resource-data-processings',
  'resource-logical-servers',
  'resource-physical-links',
  'users-roles-permissions',
  'mass-operations-2',
  'documents',
] as const;

export interface Recorded {
  name: string;
  request: { method: string; path: string; headers: Record<string, string>; body: unknown };
  response: { status: number; headers: Record<string, string>; body: unknown; total_items?: number };
}

/** The requests of one file, in the order in which they were made; remarks among them are left out. */
export const readRecorded = (file: string): Recorded[] =>
  Object.entries(sharedJson<Record<string, Partial<Recorded>>>(`spec/examples/${file}.json`))
    .map(([name, one]) => ({ ...one, name }) as Recorded)
    .filter(({ request, response }) => request && response);

export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
