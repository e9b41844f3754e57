/** What edges are about: the names that entity files use, in the order in which answers list them. */
export const FAMILIES = [
  'places',
  'hosting',
  'structure',
  'business',
  'data',
  'flows',
  'cables',
  'network',
  'access',
  'protection',
  'duties',
  'register',
] as const;

export type Family = (typeof FAMILIES)[number];
