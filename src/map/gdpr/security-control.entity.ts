import { Html, Links, MapObject, Name, Resource } from '../../engine/index.js';
import type { Application } from '../application/application.entity.js';
import type { Process } from '../business/process.entity.js';

/** A measure that protects applications and processes. */
@Resource('security-controls', {
  titles: { fr: ['Mesure de sécurité', 'Mesures de sécurité'] },
  view: 'gdpr',
  key: 'security_control',
  cartographiable: false,
  about: 'A measure that protects applications and processes.',
})
export class SecurityControl extends MapObject {
  @Name({ about: 'Name of the security measure' }) name!: string;
  @Html({ search: true, about: 'Description of the security measure' }) description!: string | null;
  @Links('applications', { aliases: ['application_id'], edge: { family: 'protection', upwards: true } })
  applications!: Application[];
  @Links('processes', { table: 'security_control_process', edge: { family: 'protection', upwards: true } })
  processes!: Process[];
}
