/** Words of the program that stand in cells; units of durations, without the sign of the plural, which is the same. */
export const CELLS: Readonly<Record<string, string>> = {
  Yes: 'Oui',
  No: 'Non',
  // Levels and importance.
  Insignificant: 'Insignifiant',
  Low: 'Faible',
  Medium: 'Moyen',
  High: 'Fort',
  'Very high': 'Très fort',
  Critical: 'Critique',
  // Inventory.
  Server: 'Serveur',
  Workstation: 'Poste de travail',
  Peripheral: 'Périphérique',
  Phone: 'Téléphone',
  Switch: 'Commutateur',
  Router: 'Routeur',
  'Security device': 'Équipement de sécurité',
  // Backups.
  Hourly: 'Toutes les heures',
  Daily: 'Quotidienne',
  Weekly: 'Hebdomadaire',
  Monthly: 'Mensuelle',
  Full: 'Complète',
  Incremental: 'Incrémentielle',
  Differential: 'Différentielle',
  'Full + incremental': 'Complète + incrémentielle',
  'Full + differential': 'Complète + différentielle',
  Mirror: 'Miroir',
  // Changes of objects.
  Created: 'Créés',
  Updated: 'Modifiés',
  Deleted: 'Supprimés',
  // Vulnerabilities.
  unknown: 'inconnu',
  none: 'aucune',
  error: 'erreur',
  'no CVE source: set CVE_PROVIDER_URL or import a feed':
    'aucune source de CVE : renseignez CVE_PROVIDER_URL ou importez un flux',
  'time budget exceeded': 'temps imparti dépassé',
};

export const UNITS: Readonly<Record<string, string>> = { day: 'jour', hour: 'heure', minute: 'minute' };
