/** As whom the server itself writes. */
import type { Caller } from '../../core/http/caller.js';
import { ADMIN_ROLE } from '../rights.js';

/** The server itself, which makes users and gives them roles. */
export const SERVER: Caller = {
  userId: 0,
  tokenId: 0,
  admin: true,
  abilities: new Set(),
  roleIds: [ADMIN_ROLE],
  language: null,
  readOnly: false,
};
