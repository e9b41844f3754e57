/** What a perimeter says of itself: places and entities, and rules. */
import type { FiltersByName } from '../../components/kind-filters.js';

/** How far what belongs to a root is in the perimeter. */
export const DEPTHS = ['place', 'hosted', 'applications'] as const;

/** A place or an entity, and how far what belongs to it is in the perimeter. */
export interface Root {
  resource: string;
  id: number;
  depth?: (typeof DEPTHS)[number];
}

/** Objects of a kind: every one, or those that filters find. */
export interface Rule {
  resource: string;
  filter?: FiltersByName;
  all?: true;
}
