/** What is wrong with a file, a report or a stored query, in English and French. */
export const FILES = {
  importBody: [
    'Send the file as the part file of a multipart form.',
    'Envoyez le fichier dans la partie file d’un formulaire multipart.',
  ],
  importKind: ['The file is neither a workbook (.xlsx) nor CSV.', "Le fichier n'est ni un classeur (.xlsx) ni du CSV."],
  importBroken: ['The file cannot be read: {reason}.', 'Le fichier est illisible : {reason}.'],
  importUnfolds: ['The file holds more than {max} bytes.', 'Le fichier contient plus de {max} octets.'],
  importMost: [
    'The file changes more than {max} objects. Split it.',
    'Le fichier modifie plus de {max} objets. Découpez-le.',
  ],
  importHeadings: [
    'The first row must name the columns, among them id.',
    'La première ligne doit nommer les colonnes, dont id.',
  ],
  importTwice: ['The column {field} is there twice.', 'La colonne {field} figure deux fois.'],
  importRead: [
    'The file was read as {encoding}, separated by {separator}.',
    'Le fichier a été lu en {encoding}, séparé par {separator}.',
  ],
  importDate: ['The {field} field must be a date as YYYY-MM-DD.', 'Le champ {field} doit être une date, JJ/MM/AAAA.'],
  importMissing: ['Record {id} not found.', "L'enregistrement {id} est introuvable."],
  reportFormat: ['unsupported format', 'format non pris en charge'],
  querySyntax: [
    'Line {line}, column {column}: expected {expected}, found {found}.',
    'Ligne {line}, colonne {column} : {expected} attendu, {found} trouvé.',
  ],
  queryNesting: ['Nothing may be nested more than {max} deep.', 'Rien ne peut être imbriqué au-delà de {max} niveaux.'],
  querySize: ['The {field} field is too large.', 'Le champ {field} est trop grand.'],
  queryConditions: ['A query takes at most {max} conditions.', 'Une requête prend au plus {max} conditions.'],
  querySteps: ['A path takes at most {max} relations.', 'Un chemin prend au plus {max} relations.'],
  queryKey: ['There is no key {name} here.', "Il n'y a pas de clé {name} ici."],
  queryKeyNear: [
    'There is no key {name} here. Did you mean {guess}?',
    "Il n'y a pas de clé {name} ici. Vouliez-vous dire {guess} ?",
  ],
  queryModel: ['There is no model {name}.', "Il n'y a pas de modèle {name}."],
  queryModelNear: [
    'There is no model {name}. Did you mean {guess}?',
    "Il n'y a pas de modèle {name}. Vouliez-vous dire {guess} ?",
  ],
  queryColumn: ['{model} have no column {name}.', "{model} n'ont pas de colonne {name}."],
  queryColumnNear: [
    '{model} have no column {name}. Did you mean {guess}?',
    "{model} n'ont pas de colonne {name}. Vouliez-vous dire {guess} ?",
  ],
  queryRelation: ['{model} have no relation {name}.', "{model} n'ont pas de relation {name}."],
  queryRelationNear: [
    '{model} have no relation {name}. Did you mean {guess}?',
    "{model} n'ont pas de relation {name}. Vouliez-vous dire {guess} ?",
  ],
  queryRelationGiven: [
    '{name} is a relation. Name one of its columns, such as {guess}.',
    '{name} est une relation. Nommez une de ses colonnes, comme {guess}.',
  ],
  queryHidden: ['The column {name} cannot be used in a filter.', 'La colonne {name} ne peut servir dans un filtre.'],
  queryRows: [
    '{name} are no objects of their own and give no levels.',
    '{name} ne sont pas des objets et ne donnent pas de niveaux.',
  ],
  queryOperator: [
    'The operator {operator} does not fit the column {name}.',
    "L'opérateur {operator} ne convient pas à la colonne {name}.",
  ],
  queryNull: ['Only = and != take null.', 'Seuls = et != acceptent null.'],
  queryOne: ['The operator {operator} takes one value.', "L'opérateur {operator} prend une seule valeur."],
  queryList: ['The operator {operator} takes a list of values.', "L'opérateur {operator} prend une liste de valeurs."],
  queryPath: [
    'The {field} field must be names, separated by dots.',
    'Le champ {field} doit être des noms séparés par des points.',
  ],
  queryLastHidden: ['The last level cannot be hidden.', 'Le dernier niveau ne peut être caché.'],
  queryProhibited: ['The {field} field is prohibited.', 'Le champ {field} est interdit.'],
  queryGraph: ['This query gives a graph. Read it at {path}.', 'Cette requête donne un graphe. Lisez-le à {path}.'],
  queryNarrow: [
    'The result has more than {max} rows. Narrow the query.',
    'Le résultat dépasse {max} lignes. Restreignez la requête.',
  ],
  queryTime: [
    'The query takes longer than {seconds} seconds. Narrow it.',
    'La requête prend plus de {seconds} secondes. Restreignez-la.',
  ],
  queryRights: ['You may not list these models: {models}.', 'Vous ne pouvez pas lister ces modèles : {models}.'],
  feedUnreadable: ['The feed cannot be read: {reason}.', 'Le flux est illisible : {reason}.'],
} as const;
