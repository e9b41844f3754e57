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
  'search.none': 'Aucun objet trouvé pour «\u00a0{text}\u00a0».',
  'search.none.but-pages': 'Aucun objet trouvé pour «\u00a0{text}\u00a0», mais ces pages peuvent convenir.',
  'search.looked': {
    one: 'Les noms, adresses et références de {count} type d’objet ont été parcourus\u00a0: tout ce que vous pouvez voir.',
    other:
      'Les noms, adresses et références de {count} types d’objets ont été parcourus\u00a0: tout ce que vous pouvez voir.',
  },
  'search.keys': 'Tapez / ou Ctrl+K pour chercher',
  'search.pages': 'Pages',
  'search.sort.table': 'Tableau',
  'search.sort.report': 'Rapport',
  'search.sort.page': 'Page',
  'search.sort.help': 'Aide',
  'search.help': 'La recherche dans l’API',
  'search.none-fits':
    'Rien ne correspond. Essayez moins de lettres, une autre orthographe, ou le nom d’un type comme «\u00a0serveurs\u00a0».',
  'search.help.about': 'Ce qui peut aider\u00a0:',
  'search.help.spelling': 'Une autre orthographe, ou moins de lettres\u00a0: une partie du nom suffit.',
  'search.help.filters':
    'Un filtre\u00a0: le tableau d’un type cherche par n’importe quel champ, et contient les objets supprimés pour qui peut les voir.',
  'search.help.kinds': 'Les types que vous pouvez lister',
  'search.looked-in': 'Seul «\u00a0{kind}\u00a0» a été parcouru.',
  'search.hidden': 'Certains types n’ont pas été parcourus, car vous ne pouvez pas les voir',
} as const;
