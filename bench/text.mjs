// Seeded chance, and French text with the tags and accents that people write into descriptions.

/** Fields of work that names and descriptions speak of. */
export const SUBJECTS =
  'Achats,Paie,Budget,État civil,Élections,Voirie,Écoles,Santé,Archives,Logement,Énergie,Déchets'.split(',');
const VERBS = 'Héberge,Exploite,Sauvegarde,Supervise,Échange,Réplique,Contrôle,Publie,Archive,Chiffre,Répartit'.split(
  ',',
);
const OBJECTS = 'les données,les dossiers,les flux,les comptes,les journaux,les pièces jointes,les relevés'.split(',');
const OWNERS = 'de la direction générale,du pôle santé,des équipes mobiles,du site secondaire,des usagers'.split(',');
const WAYS = 'chaque nuit,en continu,à la demande,après validation,selon le plan de continuité'.split(',');

/** A repeatable source of numbers in [0, 1) for a number or text. */
export function seeded(seed) {
  let state = 2166136261;
  for (const letter of String(seed)) state = Math.imul(state ^ letter.charCodeAt(0), 16777619);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** A whole number from least to most, both included. */
export const between = (random, least, most) => least + Math.floor(random() * (most - least + 1));

/** Up to `count` different ids of 1 to `size`. */
export function distinctIds(random, count, size) {
  const ids = new Set();
  for (let tries = 0; ids.size < count && tries < 20; tries++) ids.add(between(random, 1, size));
  return [...ids].sort((a, b) => a - b);
}

/** One of the values. */
export const pick = (random, values) => values[Math.floor(random() * values.length)];

/** Rich text of 200 to 800 characters. */
export function richText(random) {
  const length = between(random, 230, 720);
  const sentence = () => `${pick(random, VERBS)} ${pick(random, OBJECTS)} ${pick(random, OWNERS)}`;
  let html = `<p><b>${pick(random, SUBJECTS)}</b> ${sentence()}.</p>`;
  for (let list = false; html.length < length; list = !list) {
    html += list
      ? `<ul><li>${pick(random, OBJECTS)}</li><li>${pick(random, WAYS)}</li></ul>`
      : `<p>${sentence()}, ${pick(random, WAYS)}.</p>`;
  }
  return html;
}
