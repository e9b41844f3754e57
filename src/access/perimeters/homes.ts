/** Whether the opened database has homes, and where it says whether they count (identity 9). */
import { PERIMETERS_ON } from '../../database/later-columns.js';
import { homeOf, registry } from '../../engine/index.js';

/** Roles, and objects, have a home in this database. */
export const hasHomes = (): boolean => homeOf(registry.get('roles')) !== undefined;

/** The perimeters are the older application's, and so is the switch. */
export const areTheirs = (): boolean => registry.get('perimeters').table === 'perimeters';

/** A condition: homes count. */
export const isOn = (): string =>
  `(SELECT MAX(s.value) FROM ${areTheirs() ? 'parameters' : 'own_settings'} s WHERE s.name = '${PERIMETERS_ON}') = '1'`;
