/** `filter[disabled]`: which users may come in, and which may not (identity 2). */
import { parseBoolean } from '../core/text/booleans.js';
import { badParameter, type AddedFilter } from '../engine/index.js';

export const DISABLED_FILTER = 'disabled';

/** Throws 400 for anything but one of true and false. */
export const disabledFilter: AddedFilter = {
  name: DISABLED_FILTER,
  ability: 'user_access',
  knows: ({ path }) => path === 'users',
  read(values, parameter) {
    const yes = values.length === 1 ? parseBoolean(values[0]!.trim()) : undefined;
    if (yes === undefined) throw badParameter(parameter, 'wantsFlag');
    const found = yes ? 'IN' : 'NOT IN';
    return {
      byKey: yes,
      build: (alias) => ({
        sql: `${alias}.\`id\` ${found} (SELECT s.\`user_id\` FROM \`own_user_states\` s)`,
        params: [],
      }),
    };
  },
};
