/** How much a finding matters, from the least to the most. */

export const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Returns true for one of the words. */
export const isSeverity = (value: unknown): value is Severity => SEVERITIES.some((one) => one === value);

/** The rank of a severity that stands in a column, in SQL: 0 for the least. */
export const rankOf = (column: string): string =>
  `CASE ${column} ${SEVERITIES.map((word, rank) => `WHEN '${word}' THEN ${rank}`).join(' ')} END`;
