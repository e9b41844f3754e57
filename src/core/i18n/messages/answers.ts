/** Why a request as a whole is refused, in English and French. */
export const ANSWERS = {
  badRequest: ['The request cannot be understood: {reason}.', 'La requête est incompréhensible : {reason}.'],
  brokenJson: ['The body is not valid JSON: {reason}.', "Le corps n'est pas du JSON valide : {reason}."],
  deepJson: [
    'The body is not valid JSON here: it is nested more than {max} levels deep.',
    "Le corps n'est pas accepté : son JSON est imbriqué sur plus de {max} niveaux.",
  ],
  manyValues: ['The body holds more than {max} values.', 'Le corps contient plus de {max} valeurs.'],
  manyNames: ['The body holds more than {max} different names.', 'Le corps contient plus de {max} noms différents.'],
  manyFields: ['The form has more than {max} fields.', 'Le formulaire a plus de {max} champs.'],
  notUtf8Body: ['The body is not valid UTF-8.', "Le corps n'est pas de l'UTF-8 valide."],
  charset: [
    'The charset {charset} is not supported. Send UTF-8.',
    "Le jeu de caractères {charset} n'est pas pris en charge. Envoyez de l'UTF-8.",
  ],
  noFileHere: ['There is no place for a file here: {name}.', "Aucun fichier n'est attendu ici : {name}."],
  manyBodies: [
    'Too many of your requests have not sent their bodies to the end. Try again in {seconds} seconds.',
    "Trop de vos requêtes n'ont pas envoyé tout leur corps. Réessayez dans {seconds} secondes.",
  ],
  packedBody: [
    'The content encoding {encoding} is not supported. Send the body as it is.',
    "L'encodage {encoding} n'est pas pris en charge. Envoyez le corps tel quel.",
  ],
  brokenForm: ['The form cannot be read: {reason}.', 'Le formulaire est illisible : {reason}.'],
  mediaType: [
    'The media type {type} is not supported. Send JSON, a form or multipart.',
    "Le type {type} n'est pas pris en charge. Envoyez du JSON, un formulaire ou du multipart.",
  ],
  bodySize: ['The body is larger than {max} bytes.', 'Le corps dépasse {max} octets.'],
  unauthenticated: ['Unauthenticated.', 'Non authentifié.'],
  credentials: ['These credentials do not match our records.', 'Ces identifiants ne correspondent à aucun compte.'],
  forbidden: ['You lack the right {ability}.', 'Il vous manque le droit {ability}.'],
  readOnlyToken: ['This token may only read.', 'Ce jeton ne permet que la lecture.'],
  delegated: ['This object is not delegated to you.', 'Cet objet ne vous est pas délégué.'],
  adminOnly: ['Only an administrator may do this.', 'Seul un administrateur peut faire cela.'],
  rise: ['This would give a right that you lack: {ability}.', 'Cela donnerait un droit qui vous manque : {ability}.'],
  riseOver: ['{ability} is held there, and you lack it.', '{ability} y est détenu et vous manque.'],
  notFound: ['There is no {what} {id}.', "Il n'y a pas d'objet {id} de type {what}."],
  noReport: ['There is no report {name}.', "Il n'y a pas de rapport {name}."],
  notIntact: [
    'There is no intact content of document {id}.',
    "Le contenu du document {id} manque ou n'est pas intact.",
  ],
  noRoute: ['The route {path} could not be found.', "La route {path} n'existe pas."],
  noRequest: ['This is no HTTP request that can be read.', "Ceci n'est pas une requête HTTP lisible."],
  noHost: ['A request of HTTP/1.1 needs the header Host.', "Une requête HTTP/1.1 demande l'en-tête Host."],
  manyHosts: ['A request has one header Host, not more.', "Une requête n'a qu'un en-tête Host."],
  headerSize: [
    'The address and the headers are larger than {max} bytes.',
    "L'adresse et les en-têtes dépassent {max} octets.",
  ],
  lateRequest: ['The request did not come in time.', "La requête n'est pas arrivée à temps."],
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
  keyRunning: [
    'The first request with this Idempotency-Key is still running.',
    'La première requête portant cette Idempotency-Key est encore en cours.',
  ],
  keyReused: [
    'This Idempotency-Key was used for another request.',
    'Cette Idempotency-Key a servi à une autre requête.',
  ],
  keyForgotten: [
    'The request with this Idempotency-Key was carried out; its answer was too large to be kept.',
    'La requête portant cette Idempotency-Key a été exécutée ; sa réponse était trop grande pour être gardée.',
  ],
  keyStored: [
    'The request with this Idempotency-Key was carried out, but its answer was lost. Read what it stored.',
    "La requête portant cette Idempotency-Key a été exécutée, mais sa réponse s'est perdue. Relisez ce qu'elle a enregistré.",
  ],
  keyLength: ['An Idempotency-Key has 1 to {max} characters.', 'Une Idempotency-Key a de 1 à {max} caractères.'],
  notReady: ['Not ready: {parts}.', 'Pas prêt : {parts}.'],
  unavailable: [
    'The service is not available at the moment. Try again soon.',
    'Le service est indisponible. Réessayez bientôt.',
  ],
  server: [
    'The server failed. Tell the administrator this number: {traceId}',
    'Le serveur a échoué. Donnez ce numéro à l’administrateur : {traceId}',
  ],
} as const;
