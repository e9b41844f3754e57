/**
 * Texts that are put together. `{n}`: a number, `{day}`: a day, `{text}`: anything, put into the French text as it is;
 * `{words}`: words of the program, which are told in French as well. They stand in the same order in both languages.
 */
export const PATTERNS: Readonly<Record<string, string>> = {
  // Maturity.
  'Level {n} count': 'Niveau {n} : conformes',
  'Level {n} total': 'Niveau {n} : total',
  'Level {n} maturity (%)': 'Niveau {n} : maturité (%)',
  // Security needs along the chain.
  '{words} C': '{words} C',
  '{words} I': '{words} I',
  '{words} A': '{words} D',
  '{words} T': '{words} T',
  '{words} Auth': '{words} Auth',
  // Title pages.
  '{n} objects in {n} views': '{n} objets dans {n} vues',
  'Granularity {n} of 3': 'Granularité {n} sur 3',
  'Contracts on {day}': 'Contrats en vigueur le {day}',
  // Pictures.
  'The picture shows the {n} objects of this view that are linked.':
    'Le schéma montre les {n} objets liés de cette vue.',
  'The picture shows {n} of the {n} objects of this view that are linked: those with most links, {n} boxes in a column at most.':
    'Le schéma montre {n} des {n} objets liés de cette vue : les plus liés, avec {n} cases au plus par colonne.',
  // Sources of vulnerabilities.
  '{n} product asked for, the first on {day}': '{n} produit demandé, le {day} au plus tôt',
  '{n} products asked for, the first on {day}': '{n} produits demandés, le premier le {day}',
  '{words}: {n} product, {n} of them told from what was known before':
    '{words} : {n} produit, dont {n} renseigné par ce qui était déjà connu',
  '{words}: {n} products, {n} of them told from what was known before':
    '{words} : {n} produits, dont {n} renseignés par ce qui était déjà connu',
  '{text} did not answer within {n} ms': "{text} n'a pas répondu en {n} ms",
  '{text} redirects without end': '{text} redirige sans fin',
  '{text} redirects to nowhere': '{text} redirige vers nulle part',
  '{text} redirects to another host': '{text} redirige vers un autre hôte',
  '{text} gave an answer of more than {n} bytes': '{text} a donné une réponse de plus de {n} octets',
  '{text} gave an answer that cannot be read: {text}': '{text} a donné une réponse illisible : {text}',
  '{text} answered HTTP {n}': '{text} a répondu HTTP {n}',
  '{text} has a private address, see CVE_PROVIDER_ALLOW_PRIVATE':
    '{text} a une adresse privée, voir CVE_PROVIDER_ALLOW_PRIVATE',
  '{text} cannot be reached ({text})': '{text} est injoignable ({text})',
  '{text} cannot be reached': '{text} est injoignable',
  '{text} failed {n} times and is not asked further': "{text} a échoué {n} fois et n'est plus interrogé",
  '{text} time budget exceeded': '{text} a dépassé le temps imparti',
};
