/** The register of processing (GDPR) as a list. */
import { registerColumns, registerLinks, registerRows } from './register.js';
import { table, type Report } from './report.js';

export const activityList: Report = {
  name: 'activityList',
  file: 'register',
  about: 'The register of processing as a list.',
  roots: ['data-processings'],
  async tables(run) {
    const { first, upToLawfulness, others } = registerColumns(await registerLinks(run));
    return [table('Register', [...first, ...upToLawfulness, ...others], run.rows(registerRows(run)))];
  },
};
