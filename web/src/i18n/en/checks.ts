/** Texts of checks that stand on other pages as well; those of their own pages come with these. */
export const checks = {
  'checks.title': 'Checks',
  'checks.severity.critical': 'Critical',
  'checks.severity.high': 'High',
  'checks.severity.medium': 'Medium',
  'checks.severity.low': 'Low',
  'checks.severity.info': 'For information',
  'checks.make': 'Make this a check',
  'checks.filter': 'Checks',
  'checks.filter.finding': 'Found by checks',
  'checks.filter.finding_severity_gte': 'Found, at least',
  'checks.filter.any': 'any check',
  'checks.filter.none': 'no check',
  'checks.on-map': { one: 'one severe finding', other: '{count} severe findings' },
  'checks.on-map.critical': { one: 'one critical finding', other: '{count} severe findings, critical ones among them' },
  'checks.on-map.switch': 'Mark findings of high severity and above (△, critical ▲)',
} as const;
