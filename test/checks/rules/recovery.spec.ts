/** Recovery times that cannot be kept. @seconds 8 */
import { ruleTable } from './rule-table.js';

ruleTable(
  'recovery',
  async ({ make, ids }) => {
    await make('slow', 'applications', { rto: 240 });
    await make('middle', 'applications', { requires: [{ id: ids['slow'], effect: 'down' }] });
    await make('quick', 'applications', { rto: 60, requires: [{ id: ids['middle'], effect: 'down' }] });
    await make('degraded', 'applications', { rto: 60, requires: [{ id: ids['slow'], effect: 'degraded' }] });
    await make('patient', 'applications', { rto: 240, requires: [{ id: ids['slow'], effect: 'down' }] });
    await make('triage', 'activities', { recovery_time_objective: 30, applications: [ids['quick']] });
    await make('billing', 'activities', { recovery_time_objective: 600, applications: [ids['quick']] });
    await make('daily', 'backups', { backup_frequency: 2 });
    await make('hourly', 'backups', { backup_frequency: 1 });
    await make('vm daily', 'logical-servers', { backups: [ids['daily']] });
    await make('vm hourly', 'logical-servers', { backups: [ids['daily'], ids['hourly']] });
    await make('vm bare', 'logical-servers');
    await make('host', 'physical-servers');
    await make('vm on disk', 'logical-servers', { physical_servers: [ids['host']] });
    await make('array', 'storage-devices', { physical_servers: [ids['host']], backups: [ids['hourly']] });
    await make('loses too much', 'applications', { rpo: 60, logical_servers: [ids['vm daily'], ids['vm hourly']] });
    await make('safe', 'applications', { rpo: 60, logical_servers: [ids['vm hourly']] });
    await make('unsaved', 'applications', { rpo: 60, logical_servers: [ids['vm bare']] });
    await make('saved on disk', 'applications', { rpo: 60, logical_servers: [ids['vm on disk']] });
    await make('base', 'databases', { logical_servers: [ids['vm daily']] });
    await make('by its base', 'applications', { rpo: 120, databases: [ids['base']] });
    await make('nowhere', 'applications', { rpo: 60 });
  },
  [
    {
      title: 'applications and activities',
      found: {
        quick: { objects: ['slow'], message: 'Must be back in 1 h, and cannot do without slow (4 h).' },
        triage: { objects: ['slow', 'quick'] },
        'loses too much': {
          objects: ['vm daily'],
          message: 'May lose the data of 1 h, and is backed up less often: vm daily (1 d).',
        },
        unsaved: { objects: ['vm bare'], message: 'May lose the data of 1 h, and nothing that holds it is backed up.' },
        'by its base': { objects: ['vm daily'] },
      },
      near: ['slow', 'middle', 'degraded', 'patient', 'billing', 'safe', 'saved on disk', 'nowhere'],
    },
    {
      title: 'activities alone',
      options: { types: ['activities'] },
      found: { triage: {} },
      near: ['quick', 'billing'],
    },
  ],
);
