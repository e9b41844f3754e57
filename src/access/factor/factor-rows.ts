/** The rows of `own_factors`: factors, and one that keeps that somebody took them away until the person has read it. */

/** The kind of the row that keeps it. */
export const TAKEN = 'taken';
/** Rows that are factors. */
export const ARE_FACTORS = `kind <> '${TAKEN}'`;
