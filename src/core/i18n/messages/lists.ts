/** What is wrong with a question put to a list, in English and French. */
export const LISTS = {
  wantsChoice: [
    'The parameter {name} is not valid: it must be one of {allowed}.',
    "Le paramètre {name} n'est pas valide : il doit être l'un de {allowed}.",
  ],
  wantsDay: [
    'The parameter {name} is not valid: it must be a day, YYYY-MM-DD.',
    "Le paramètre {name} n'est pas valide : il doit être un jour, AAAA-MM-JJ.",
  ],
  unknownName: [
    'The parameter {name} is not valid: there is no such {kind} here. There are: {allowed}.',
    "Le paramètre {name} n'est pas valide : ce nom n'existe pas ici. Il y a : {allowed}.",
  ],
  unknownNameNone: [
    'The parameter {name} is not valid: there is no such {kind} here, nor any other.',
    "Le paramètre {name} n'est pas valide : ce nom n'existe pas ici, ni aucun autre.",
  ],
  unknownNameNear: [
    'The parameter {name} is not valid: there is no such {kind} here. Did you mean {guess}? There are: {allowed}.',
    "Le paramètre {name} n'est pas valide : ce nom n'existe pas ici. Vouliez-vous dire {guess} ? Il y a : {allowed}.",
  ],
  unknownFilter: [
    'The parameter {name} is not valid: there is no such filter here. There are: {allowed}. Columns also take {operators}.',
    "Le paramètre {name} n'est pas valide : ce filtre n'existe pas ici. Il y a : {allowed}. Les colonnes prennent aussi {operators}.",
  ],
  unknownFilterNear: [
    'The parameter {name} is not valid: there is no such filter here. Did you mean {guess}? There are: {allowed}. Columns also take {operators}.',
    "Le paramètre {name} n'est pas valide : ce filtre n'existe pas ici. Vouliez-vous dire {guess} ? Il y a : {allowed}. Les colonnes prennent aussi {operators}.",
  ],
  wantsText: ['The parameter {name} must be a text.', 'Le paramètre {name} doit être un texte.'],
  wantsNumber: ['The parameter {name} must be a number.', 'Le paramètre {name} doit être un nombre.'],
  wantsFlag: ['The parameter {name} must be true or false.', 'Le paramètre {name} doit être vrai ou faux.'],
  wantsDate: [
    'The parameter {name} must be a date, such as 2026-01-31 or 2026-01-31T08:00:00Z.',
    'Le paramètre {name} doit être une date, comme 2026-01-31 ou 2026-01-31T08:00:00Z.',
  ],
  wantsList: [
    'The parameter {name} must be a text, or a list of at most {max}.',
    'Le paramètre {name} doit être un texte, ou une liste de {max} au plus.',
  ],
  wantsWords: [
    'The parameter {name} takes {max} words at most, those of all alternatives together.',
    'Le paramètre {name} prend {max} mots au plus, ceux de toutes les alternatives ensemble.',
  ],
  listTime: [
    'The list takes longer than {seconds} seconds. Narrow it: by a filter on an indexed column such as id or name, by fewer values or words, or by fewer includes.',
    'La liste prend plus de {seconds} secondes. Restreignez-la : par un filtre sur une colonne indexée comme id ou name, par moins de valeurs ou de mots, ou par moins de relations incluses.',
  ],
  tooManyReads: [
    'Too many of your requests wait for the database. Try again in {seconds} seconds.',
    'Trop de vos requêtes attendent la base de données. Réessayez dans {seconds} secondes.',
  ],
  wantsOne: ['The parameter {name} takes one value.', 'Le paramètre {name} prend une seule valeur.'],
  wantsTwo: [
    'The parameter {name} takes two values, separated by a comma.',
    'Le paramètre {name} prend deux valeurs, séparées par une virgule.',
  ],
  wantsRange: [
    'The parameter {name} must be an address or a range such as 10.0.0.0/8.',
    'Le paramètre {name} doit être une adresse ou une plage comme 10.0.0.0/8.',
  ],
  wantsNames: [
    'The parameter {name} must be names, separated by commas.',
    'Le paramètre {name} doit être des noms séparés par des virgules.',
  ],
  wantsBetween: [
    'The parameter {name} must be a whole number from {min} to {max}.',
    'Le paramètre {name} doit être un nombre entier de {min} à {max}.',
  ],
  wantsOnePage: [
    'The parameter {name} cannot stand beside page[number].',
    'Le paramètre {name} ne peut accompagner page[number].',
  ],
  wantsCursor: [
    'The parameter {name} is not a cursor of this list in this order. Take it from the Link header.',
    "Le paramètre {name} n'est pas un curseur de cette liste dans cet ordre. Prenez-le dans l'en-tête Link.",
  ],
  wantsTrashed: ['The parameter {name} must be with or only.', 'Le paramètre {name} doit être with ou only.'],
  wantsFilters: [
    'The parameter {name} must name what it filters, such as filter[name]=x.',
    "Le paramètre {name} doit nommer ce qu'il filtre, comme filter[name]=x.",
  ],
  tooDeep: [
    'The parameter {name} goes too deep: {max} relations at most.',
    'Le paramètre {name} va trop loin : {max} relations au plus.',
  ],
  repeatedParameter: [
    'The parameter {name} is given more than once, with different values. It takes one.',
    "Le paramètre {name} est donné plusieurs fois, avec des valeurs différentes. Il n'en prend qu'une.",
  ],
  tooManyEmbedded: [
    'The parameter {name} asks for too much: this answer would embed more than {max} related objects. Narrow it with filters or pages, or ask for them by a list of their own.',
    'Le paramètre {name} demande trop : cette réponse contiendrait plus de {max} objets liés. Restreignez-la par des filtres ou des pages, ou demandez-les par une liste à part.',
  ],
  forbiddenRelation: [
    'You lack the right {ability}, which {relation} needs.',
    'Il vous manque le droit {ability}, requis pour {relation}.',
  ],
} as const;
