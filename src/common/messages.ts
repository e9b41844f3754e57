/** Every sentence that the API answers with, in English and French (contract 10). */

const MESSAGES = {
  required: ['The {field} field is required.', 'Le champ {field} est obligatoire.'],
  taken: ['The {field} has already been taken.', 'La valeur du champ {field} est déjà utilisée.'],
  minText: [
    'The {field} field must be at least {min} characters.',
    'Le champ {field} doit contenir au moins {min} caractères.',
  ],
  maxText: [
    'The {field} field must not be greater than {max} characters.',
    'Le champ {field} ne peut contenir plus de {max} caractères.',
  ],
  maxBytes: [
    'The {field} field must not be greater than {max} bytes.',
    'Le champ {field} ne peut dépasser {max} octets.',
  ],
  min: ['The {field} field must be at least {min}.', 'Le champ {field} doit être au moins {min}.'],
  max: ['The {field} field must not be greater than {max}.', 'Le champ {field} ne peut dépasser {max}.'],
  string: ['The {field} field must be a string.', 'Le champ {field} doit être un texte.'],
  integer: ['The {field} field must be an integer.', 'Le champ {field} doit être un nombre entier.'],
  number: ['The {field} field must be a number.', 'Le champ {field} doit être un nombre.'],
  boolean: ['The {field} field must be true or false.', 'Le champ {field} doit être vrai ou faux.'],
  date: ['The {field} field must be a valid date.', "Le champ {field} n'est pas une date valide."],
  array: ['The {field} field must be an array.', 'Le champ {field} doit être une liste.'],
  object: ['The {field} field must be an object.', 'Le champ {field} doit être un objet.'],
  json: ['The {field} field must be a JSON object.', 'Le champ {field} doit être un objet JSON.'],
  selected: ['The selected {field} is invalid.', 'Le champ {field} sélectionné est invalide.'],
  format: ['The {field} field format is invalid.', 'Le format du champ {field} est invalide.'],
  characters: [
    'The {field} field must not contain NUL or broken characters.',
    'Le champ {field} ne peut contenir de caractère NUL ou mal formé.',
  ],
  spellings: [
    'The {field} field is given twice with different values.',
    'Le champ {field} est donné deux fois avec des valeurs différentes.',
  ],
  end: ['Only one {field} may be given: {others}.', 'Un seul champ {field} peut être donné : {others}.'],
  cycle: ['The {field} field would close a circle.', 'Le champ {field} fermerait une boucle.'],
  unknownField: ['There is no field {field}.', "Il n'y a pas de champ {field}."],
  repeatedId: ['The id is given twice.', "L'identifiant est donné deux fois."],
  noItems: ['The {field} field must have at least 1 item.', 'Le champ {field} doit contenir au moins un élément.'],
  tooManyItems: [
    'The {field} field must not have more than {max} items.',
    'Le champ {field} ne peut dépasser {max} éléments.',
  ],
  uploadFile: ['The {field} field must be a file.', 'Le champ {field} doit être un fichier.'],
  ownUser: ['Nobody can delete themselves.', 'Nul ne peut se supprimer soi-même.'],
  lastAdmin: ['The last administrator cannot be removed.', 'Le dernier administrateur ne peut être retiré.'],
  adminRole: [
    'The Admin role can be neither deleted nor renamed.',
    'Le rôle Admin ne peut être ni supprimé ni renommé.',
  ],
  heldRole: ['The role is still held by users.', 'Le rôle est encore porté par des utilisateurs.'],
  more: ['{first} (and {count} more errors)', '{first} (et {count} autres erreurs)'],
  oneMore: ['{first} (and 1 more error)', '{first} (et 1 autre erreur)'],
  brokenJson: ['The body is not valid JSON: {reason}.', "Le corps n'est pas du JSON valide : {reason}."],
  brokenForm: ['The form cannot be read: {reason}.', 'Le formulaire est illisible : {reason}.'],
  mediaType: [
    'The media type {type} is not supported. Send JSON, a form or multipart.',
    "Le type {type} n'est pas pris en charge. Envoyez du JSON, un formulaire ou du multipart.",
  ],
  bodySize: ['The body is larger than {max} bytes.', 'Le corps dépasse {max} octets.'],
  badParameter: ['The parameter {name} is not valid: {reason}.', "Le paramètre {name} n'est pas valide : {reason}."],
  unauthenticated: ['Unauthenticated.', 'Non authentifié.'],
  credentials: ['These credentials do not match our records.', 'Ces identifiants ne correspondent à aucun compte.'],
  forbidden: ['You lack the right {ability}.', 'Il vous manque le droit {ability}.'],
  readOnlyToken: ['This token may only read.', 'Ce jeton ne permet que la lecture.'],
  delegated: ['This object is not delegated to you.', 'Cet objet ne vous est pas délégué.'],
  rise: ['This would give a right that you lack: {ability}.', 'Cela donnerait un droit qui vous manque : {ability}.'],
  riseOver: ['{ability} is held there, and you lack it.', '{ability} y est détenu et vous manque.'],
  notFound: ['There is no {what} {id}.', "Il n'y a pas d'objet {id} de type {what}."],
  noRoute: ['The route {path} could not be found.', "La route {path} n'existe pas."],
  method: [
    'The {method} method is not supported for {path}. Supported methods: {allowed}.',
    "La méthode {method} n'est pas prise en charge pour {path}. Méthodes possibles : {allowed}.",
  ],
  nameTaken: ['The {field} was taken meanwhile.', 'La valeur du champ {field} a été prise entre-temps.'],
  foreign: ['This belongs to somebody else.', "Ceci appartient à quelqu'un d'autre."],
  namedToken: [
    'A named token can neither make tokens nor change a password.',
    'Un jeton nommé ne peut ni créer de jeton ni changer un mot de passe.',
  ],
  range: ['The range {range} lies outside of the content.', "L'intervalle {range} est hors du contenu."],
  stale: ['The object was changed meanwhile. Read it again.', "L'objet a changé entre-temps. Relisez-le."],
  gone: ['The content is gone for good.', 'Le contenu a été détruit.'],
  tooMany: [
    'Too many attempts. Try again in {seconds} seconds.',
    'Trop de tentatives. Réessayez dans {seconds} secondes.',
  ],
  unavailable: [
    'The service is not available at the moment. Try again soon.',
    'Le service est indisponible. Réessayez bientôt.',
  ],
  server: [
    'The server failed. Tell the administrator this number: {traceId}',
    'Le serveur a échoué. Donnez ce numéro à l’administrateur : {traceId}',
  ],
} as const;

export type Language = 'en' | 'fr';
export type MessageKey = keyof typeof MESSAGES;

/** A sentence that is not yet in any language. */
export class Phrase {
  constructor(
    readonly key: MessageKey,
    readonly values: Readonly<Record<string, string | number>> = {},
  ) {}

  /** The sentence in a language. */
  in(language: Language): string {
    const text = MESSAGES[this.key][language === 'fr' ? 1 : 0];
    return text.replace(/\{(\w+)\}/g, (_, name: string) => String(this.values[name] ?? ''));
  }
}

/** The language of an answer: what the request asks for first, then the user's own, then English. */
export function languageOf(acceptLanguage: string | undefined, own: string | null | undefined): Language {
  const wanted = (acceptLanguage ?? '')
    .split(',')
    .map((part) => /^\s*([a-z]{2})\b[^;]*(?:;\s*q=([\d.]+))?/i.exec(part))
    .filter((match) => match !== null)
    .map((match) => ({ language: match[1]!.toLowerCase(), weight: Number(match[2] ?? 1) }))
    .filter(({ language, weight }) => weight > 0 && (language === 'en' || language === 'fr'))
    .sort((a, b) => b.weight - a.weight)[0]?.language;
  return (wanted ?? own?.toLowerCase()) === 'fr' ? 'fr' : 'en';
}
