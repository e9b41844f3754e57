import { Choice, Int, Links, MapObject, Name, Resource, Str, Text } from '../../engine/index.js';
import { BACKUP_CYCLE, BACKUP_FREQUENCY } from '../codes.js';
import type { LogicalServer } from './logical-server.entity.js';
import type { StorageDevice } from '../physical-infrastructure/storage-device.entity.js';

/** A backup plan: how often, in which cycle, for how long. */
@Resource('backups', {
  titles: { fr: ['Sauvegarde', 'Sauvegardes'] },
  view: 'logical',
  key: 'backup',
  uid: 'BACKUP_',
  uniqueIndexes: [{ name: 'backups_name_unique', columns: ['name'] }],
  about: 'A backup plan: how often, in which cycle, for how long.',
})
export class Backup extends MapObject {
  @Name({ about: 'Name of the backup plan' }) name!: string;
  @Str({ size: 100, search: true, about: 'Kind, free text' }) type!: string | null;
  @Text({ search: true, about: 'Free tags, separated by spaces' }) attributes!: string | null;
  @Text({ search: true, about: 'Description of the backup plan' }) description!: string | null;
  @Choice(BACKUP_FREQUENCY, { type: 'utinyint', about: 'How often it runs, coded' }) backup_frequency!: number | null;
  @Choice(BACKUP_CYCLE, { type: 'utinyint', about: 'Backup kind, coded' }) backup_cycle!: number | null;
  @Int({ type: 'usmallint', min: 1, max: 65535, about: 'Days the copies are kept' }) backup_retention!: number | null;
  @Links('logical-servers', { aliases: ['logical_server_ids', 'servers'], alsoShownAs: ['logical_server_ids'] })
  logical_servers!: LogicalServer[];
  @Links('storage-devices', {
    unique: true,
    aliases: ['storage_device_ids'],
    alsoShownAs: ['storage_device_ids'],
    edge: { family: 'protection', down: 'any', back: { at_risk: 'any' } },
  })
  storage_devices!: StorageDevice[];
}
