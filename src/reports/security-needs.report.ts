/** Whether classifications agree along macro-process, process, application, database and information. */
import { CHAIN, ClassificationChain } from './classification-chain.js';
import type { Report } from './report.js';
import { inBatches } from './rows.js';
import type { TableColumn } from '../files/table.js';

const SHORT = ['C', 'I', 'A', 'T', 'Auth'];

export const securityNeeds: Report = {
  name: 'securityNeeds',
  file: 'securityNeeds',
  about: 'Classification along macro-process, process, application, database and information, path by path.',
  roots: ['macro-processuses'],
  async tables(run) {
    const needs = SHORT.slice(0, run.securityNeedAuth ? 5 : 4);
    const levels = (before = ''): TableColumn[] => needs.map((need) => ({ heading: before + need, kind: 'level' }));
    const text = (heading: string): TableColumn => ({ heading, kind: 'text' });
    const chain = await ClassificationChain.load(run, needs.length);
    return [
      {
        name: 'Security needs',
        columns: CHAIN.flatMap(({ title }) => [text(title), ...levels(`${title} `)]),
        rows: inBatches(chain.paths()),
      },
      {
        name: 'Not linked',
        columns: [{ ...text('Object'), words: true }, text('Name'), ...levels()],
        rows: inBatches(chain.notLinked()),
        names: 2,
      },
    ];
  },
};
