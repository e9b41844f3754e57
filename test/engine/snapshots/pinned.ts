/** Resources that show every feature between them; what is made for them as text is kept as snapshots. */
export const PINNED = [
  // Every kind of link; small rows.
  'applications',
  // Two tables to itself, in both directions; a pair that is a key.
  'zones',
  // A column that is never shown.
  'users',
  // No links of its own; sets that other objects point back by.
  'sites',
  // Numbers, codes, days and amounts; several references.
  'relations',
  // Neither name nor soft deletion; an object of one of many kinds.
  'cartographers',
];
