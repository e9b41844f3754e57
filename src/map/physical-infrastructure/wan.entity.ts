import { Links, MapObject, Name, Resource } from '../../engine/index.js';
import type { Lan } from './lan.entity.js';
import type { Man } from './man.entity.js';

/** A wide area network. */
@Resource('wans', {
  titles: { en: ['WAN', 'WANs'], fr: ['WAN', 'WAN'] },
  view: 'physical',
  key: 'wan',
  uid: 'WAN_',
  about: 'A wide area network.',
})
export class Wan extends MapObject {
  @Name({ required: false, about: 'Name of the WAN' }) name!: string | null;
  @Links('mans', { edge: { family: 'network', upwards: true, degraded: 'any' } }) mans!: Man[];
  @Links('lans', { edge: { family: 'network', upwards: true, degraded: 'any' } }) lans!: Lan[];
}
