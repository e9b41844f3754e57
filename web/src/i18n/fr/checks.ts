/** Texts of checks on other pages: see en/checks.ts. */
export const checks = {
  'checks.title': 'Contrôles',
  'checks.severity.critical': 'Critique',
  'checks.severity.high': 'Élevée',
  'checks.severity.medium': 'Moyenne',
  'checks.severity.low': 'Faible',
  'checks.severity.info': 'Pour information',
  'checks.make': 'En faire un contrôle',
  'checks.filter': 'Contrôles',
  'checks.filter.finding': 'Constaté par',
  'checks.filter.finding_severity_gte': 'Constaté, gravité minimale',
  'checks.filter.any': 'un contrôle',
  'checks.filter.none': 'aucun contrôle',
  'checks.on-map': { one: 'un constat grave', other: '{count}\u00a0constats graves' },
  'checks.on-map.critical': {
    one: 'un constat critique',
    other: '{count}\u00a0constats graves, dont des critiques',
  },
  'checks.on-map.switch': 'Marquer les constats de gravité élevée ou plus (△, critique ▲)',
} as const;
