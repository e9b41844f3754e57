/** Severities of checks, from the least to the most. */
export const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const;
