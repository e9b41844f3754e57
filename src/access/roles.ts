/** Role 1 has every ability, whatever its title (contract 3). */
export const ADMIN_ROLE = 1;
