/** The ends of support. @seconds 8 */
import { importCycles, readCycles } from '../../../src/checks/cycles/import-cycles.js';
import { dayFrom, ruleTable } from './rule-table.js';

ruleTable(
  'end-of-support',
  async ({ make, server }) => {
    const cycles = [
      { cycle: '1', eol: dayFrom(-10) },
      { cycle: '2', eol: dayFrom(100) },
      { cycle: '3', eol: dayFrom(1000) },
      { cycle: '4', eol: true },
      { cycle: '5', eol: false },
    ];
    await importCycles(server.database, readCycles({ debian: cycles }));
    const vm = (name: string, system: string): Promise<number> =>
      make(name, 'logical-servers', { operating_system: system });
    await vm('ended', 'Debian GNU/Linux 1');
    await vm('ends soon', 'debian 2 (small)');
    await vm('over', 'Debian 4');
    await vm('long', 'Debian 3');
    await vm('for ever', 'Debian 5');
    await vm('unheard', 'Debian 77');
    await vm('no version', 'Debian');
    await vm('2008', 'Microsoft Windows Server 2008 R2 Standard');
    await make('app', 'applications', { vendor: 'PostgreSQL', product: 'postgresql', version: '9.6.2' });
    await make('newer app', 'applications', { vendor: 'x', product: 'unheard of', version: '1' });
  },
  [
    {
      title: 'past, and within half a year',
      found: {
        ended: { fields: ['operating_system'] },
        'ends soon': {},
        over: { message: 'The support of Debian 4 has ended.' },
        2008: { message: 'The support of Windows Server 2008-r2 ended on 14 January 2020.' },
        app: { fields: ['product', 'version'] },
      },
      near: ['long', 'for ever', 'unheard', 'no version', 'newer app'],
    },
    {
      title: 'past alone',
      options: { within: '0d' },
      type: 'logical-servers',
      found: { ended: {}, over: {}, 2008: {} },
      near: ['ends soon', 'app'],
    },
  ],
);
