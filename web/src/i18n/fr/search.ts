/** Texts of the search over the map: see en/search.ts. */
export const search = {
  'search.title': 'Recherche',
  'search.label': 'Chercher dans toute la carte',
  'search.placeholder': 'Nom, adresse ou référence',
  'search.go': 'Chercher',
  'search.all': 'Tous les résultats pour «\u00a0{text}\u00a0»',
  'search.about':
    'Tapez un nom, une adresse IP ou une référence comme un numéro de série\u00a0: {count} types d’objets sont parcourus. Les majuscules et les accents ne comptent pas.',
  'search.reading': 'Recherche…',
  'search.count': { one: '{count} objet trouvé', other: '{count} objets trouvés' },
  'search.kinds': 'Un seul type',
  'search.all-kinds': 'Tous les types',
  'search.more': 'Les {count} dans «\u00a0{kind}\u00a0»',
  'search.narrow': 'Voici les {count} meilleurs. Précisez pour trouver les autres.',
  'search.none': 'Rien trouvé pour «\u00a0{text}\u00a0».',
  'search.looked': {
    one: 'Les noms, adresses et références de {count} type d’objet ont été parcourus\u00a0: tout ce que vous pouvez voir.',
    other:
      'Les noms, adresses et références de {count} types d’objets ont été parcourus\u00a0: tout ce que vous pouvez voir.',
  },
  'search.looked-in': 'Seul «\u00a0{kind}\u00a0» a été parcouru.',
  'search.hidden': {
    one: '{count} type n’a pas été parcouru, car vous ne pouvez pas le voir',
    other: '{count} types n’ont pas été parcourus, car vous ne pouvez pas les voir',
  },
} as const;
