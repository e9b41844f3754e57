/** The register of processing. @seconds 6 */
import { ruleTable } from './rule-table.js';

ruleTable(
  'register',
  async ({ make, ids }) => {
    await make('app', 'applications');
    await make('guarded', 'applications');
    await make('measure', 'security-controls', { applications: [ids['guarded']] });
    const whole = { purpose: '<p>Care</p>', retention: '20 years', recipients: 'The ward', applications: [ids['app']] };
    await make('whole', 'data-processings', { ...whole, lawfulness_consent: true });
    await make('by words', 'data-processings', { ...whole, legal_basis: 'Law' });
    await make('no basis', 'data-processings', whole);
    await make('empty purpose', 'data-processings', { ...whole, purpose: '<p>&nbsp;</p>', legal_basis: 'Law' });
    await make('no application', 'data-processings', { ...whole, legal_basis: 'Law', applications: [] });
    await make('health', 'data-processings', { ...whole, legal_basis: 'Law', categories: 'Données de santé' });
    await make('health, controlled', 'data-processings', {
      ...whole,
      legal_basis: 'Law',
      categories: 'Health data',
      controls: 'Encrypted',
    });
    await make('health, guarded', 'data-processings', {
      ...whole,
      legal_basis: 'Law',
      categories: 'Health data',
      applications: [ids['guarded']],
    });
  },
  [
    {
      title: 'records that lack something',
      found: {
        'no basis': { fields: ['legal_basis'] },
        'empty purpose': { fields: ['purpose'] },
        'no application': { fields: ['applications'] },
        health: { message: 'Sensitive data is processed, and no security control is named.' },
      },
      near: ['whole', 'by words', 'health, controlled', 'health, guarded'],
    },
  ],
);
