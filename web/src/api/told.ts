/** Which kinds are told of: by the feed of changes, in histories, and in differences of two moments. */
import type { Kind } from './kinds.js';
import type { MapOfKinds } from './map.js';

const HISTORY = '/api/{kind}/{id}/history';

/** Whether the changes of a kind are told; without the feed of changes none are. */
export function isTold({ description }: MapOfKinds, { path }: Pick<Kind, 'path'>): boolean {
  const kinds = description.openapi.paths[HISTORY]?.parameters?.find(({ name }) => name === 'kind')?.schema.enum;
  return kinds?.includes(path) ?? false;
}
