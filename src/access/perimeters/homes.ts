/** Whether the opened database has homes, and where it says whether they count (identity 9). */
import { quote } from '../../database/dialect.js';
import { PERIMETERS_ON } from '../../database/later-columns.js';
import { homeOf, registry } from '../../engine/index.js';

/** Roles, and objects, have a home in this database. */
export const hasHomes = (): boolean => homeOf(registry.get('roles')) !== undefined;

/** The perimeters are the older application's, and so is the switch. */
export const areTheirs = (): boolean => registry.get('perimeters').table === 'perimeters';

/** Rows of `id` and `roots`: the perimeters that have roots, to be locked if need be. What is left of one that is gone is none. */
export const rooted = (): string => {
  const { table, beside } = registry.get('perimeters');
  const join = beside ? ` JOIN ${quote(table)} p ON p.\`id\` = o.\`id\`` : '';
  return `SELECT o.\`id\`, o.\`roots\` FROM ${quote(beside?.table ?? table)} o${join} WHERE o.\`roots\` IS NOT NULL ORDER BY o.\`id\``;
};

/** A condition: homes count. */
export const isOn = (): string =>
  `(SELECT MAX(s.value) FROM ${areTheirs() ? 'parameters' : 'own_settings'} s WHERE s.name = '${PERIMETERS_ON}') = '1'`;
