/** Texts of the pages of reports: see en/reports.ts. */
export const reports = {
  'reports.title': 'Rapports',
  'reports.about':
    'Des tableaux et des documents sur la carte, produits au moment où vous les demandez. Ils contiennent ce que vous pouvez voir.',
  'reports.not-allowed': 'Vous ne pouvez pas lire les rapports. Un administrateur donne les droits par les rôles.',
  'reports.none': 'Rapport inconnu',
  'reports.none.about':
    'Il n’y a pas de rapport «\u00a0{name}\u00a0», ou vous ne pouvez pas voir ce dont il parle. La liste montre ceux qui existent.',
  'reports.choices': 'Ce que le rapport doit montrer',
  'reports.usual': 'comme d’habitude',
  'reports.all': 'Toutes si aucune n’est cochée.',
  'reports.language': 'Langue du fichier',
  'reports.files': 'Télécharger',
  'reports.format.xlsx': 'Classeur (XLSX)',
  'reports.format.csv': 'Tableau (CSV)',
  'reports.format.docx': 'Document (DOCX)',
  'reports.format.json': 'Pour les programmes (JSON)',
  'reports.preview': 'Aperçu',
  'reports.preview.show': 'Voir les premières lignes',
  'reports.preview.reading': 'Le rapport est en préparation…',
  'reports.preview.empty': 'Il ne contient rien.',
  'reports.preview.rows': { one: '{shown} ligne sur {count}', other: '{shown} lignes sur {count}' },
  'reports.preview.cut': {
    one: 'La première ligne\u00a0; le fichier en a bien plus, et peut-être d’autres feuilles.',
    other: 'Les {count} premières lignes\u00a0; le fichier en a bien plus, et peut-être d’autres feuilles.',
  },
  'reports.sheets': 'Feuilles',
  'download.begun': '{label}\u00a0: le serveur y travaille…',
  'download.running': '{label}\u00a0: {size} reçus…',
  'download.done': '{label}\u00a0: {size}, téléchargé.',
  'download.stopped': 'Arrêté. Rien n’a été gardé.',
  'download.stop': 'Arrêter',
} as const;
