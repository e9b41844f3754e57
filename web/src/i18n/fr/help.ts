/** What every page says of itself: see en/help.ts. */
export const help = {
  'help.pages': 'Pages de la documentation',
  'help.english': 'La documentation est en anglais.',
  'help.none': 'Cette page de documentation n’existe pas',
  'help.none.about': 'La liste ci-dessous cite celles que ce serveur fournit.',
  'help.home':
    'En haut, ce qui arrive à échéance, attend ou manque\u00a0; plus bas, ce que contient la carte. Chaque nombre mène au tableau de ce qu’il compte.',
  'help.search':
    'Noms, adresses et références se trouvent sans tenir compte de la casse ni des accents, et les pages aussi. «\u00a0Ctrl+K\u00a0» ouvre la recherche où que vous soyez.',
  'help.table':
    'Cliquez sur un titre pour trier, ajoutez des filtres, choisissez les colonnes\u00a0; l’adresse contient tout cela et peut être envoyée à un collègue. Cochez des lignes pour en modifier, supprimer ou exporter plusieurs à la fois.',
  'help.diagrams':
    'Les diagrammes dessinés à la main dans Mercator sont conservés pour lui\u00a0: ils s’affichent et se dessinent là-bas. Meridian tire ses propres schémas de ce que contient la carte.',
  'help.object':
    'Tout ce que la carte sait d’un objet\u00a0: ses champs, ses liens, ses documents et qui a dit quoi. «\u00a0Modifier\u00a0» le change, et ses changements peuvent être annulés.',
  'help.form':
    'Seul ce que vous changez est envoyé\u00a0; ce qu’une autre personne change entre-temps est conservé ou vous est montré. Tapez dans un champ de liens pour trouver des objets, ou créez-en sur place.',
  'help.map':
    'Les schémas montrent l’ensemble, «\u00a0Explorer\u00a0» va d’objet en objet, et «\u00a0Et en cas de panne\u00a0?\u00a0» dit ce qu’un arrêt entraîne. La touche «\u00a0?\u00a0» liste tous les raccourcis.',
  'help.reports':
    'Un rapport, c’est la carte sous forme de document, de classeur ou de CSV. Choisissez ses paramètres, regardez les premières lignes, puis téléchargez-le.',
  'help.vulnerabilities':
    'La première ligne est ce qu’il faut faire d’abord, et dit pourquoi. Décidez de l’une, ou cochez-en plusieurs\u00a0; une décision peut finir un jour donné. Les sources et leur âge sont en bas.',
  'help.checks':
    'Les contrôles regardent la carte chaque nuit et disent ce qui demande de l’attention, et que faire. Acceptez ce avec quoi vous vivez, pour une raison et jusqu’à un jour\u00a0; filtrez un tableau pour créer un contrôle à vous.',
  'help.templates':
    'Un modèle fait d’une liste, d’une requête ou d’un rapport un fichier pour un autre outil. Remplissez-en un avec des filtres en plus, copiez l’un de ceux fournis avec Meridian, ou écrivez le vôtre avec le résultat à côté.',
  'help.queries':
    'Une requête interroge plusieurs types d’objets, avec des mots ou par écrit, et donne un tableau ou un schéma. Enregistrée sous un nom, elle se partage et s’exécute à chaque ouverture.',
  'help.import':
    'Choisissez un type et un fichier\u00a0: chaque changement est montré avant tout enregistrement, et toutes les lignes sont enregistrées ou aucune. Un classeur vide avec les bons titres peut être téléchargé d’abord.',
  'help.feed':
    'Le fichier d’un scanner ou d’un inventaire devient un plan de ce qui changerait\u00a0; rien n’est enregistré tant que personne ne l’applique. Redonné, le même fichier ne change rien.',
  'help.plans':
    'Les plans attendent que quelqu’un les applique ou les abandonne\u00a0; les exécutions sont ce qui a été appliqué. Une exécution peut être défaite tant que rien de plus récent n’en dépend.',
  'help.sources':
    'Une source est un outil qui alimente la carte, et la carte retient ce que chacune a dit. Ses réglages décident de la valeur qui l’emporte quand deux sources se contredisent.',
  'help.users':
    'Toute personne qui se connecte est un utilisateur, avec un ou plusieurs rôles. Vous ne pouvez pas donner un rôle qui permet plus que les vôtres.',
  'help.roles':
    'Un rôle est un ensemble de droits\u00a0: lister, lire, créer, modifier et supprimer des types d’objets. Le droit d’écrire comprend ceux de lister et de lire.',
  'help.delegations':
    'Une délégation permet de lire et de modifier un seul objet sans droit sur son type. Elle se donne à un utilisateur ou à un rôle.',
  'help.tokens':
    'Les scripts se connectent avec un jeton au lieu d’un mot de passe. Il n’est montré qu’une fois, permet ce que vous pouvez faire, et peut être révoqué à tout moment.',
  'help.hooks':
    'Un webhook envoie les changements à l’adresse d’un autre programme. Celui qui y écoute vérifie avec le secret qu’ils viennent d’ici.',
  'help.journal':
    'Qui a fait quoi et quand, avec les valeurs avant et après. Affinez par personne, type, action et date.',
  'help.help':
    'Ces pages accompagnent le serveur et décrivent la version qu’il exécute. La liste à la fin de chaque page mène aux autres.',
} as const;
