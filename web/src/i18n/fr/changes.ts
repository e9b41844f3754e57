/** Texts of the page of what changed between two moments: see en/changes.ts. */
export const changes = {
  'changes.title': 'Ce qui a changé entre deux moments',
  'changes.about':
    'Ce qui est différent au total, par qui et pourquoi. Ce qui a été modifié puis remis n’y figure pas, ni ce qui a été créé puis supprimé entre-temps. Ce que sont devenus les périmètres et les droits figure au journal.',

  'changes.from': 'Du',
  'changes.to': 'Au',
  'changes.to.empty': 'Sans fin\u00a0: jusqu’à maintenant.',
  'changes.since': 'Le passé est connu depuis le {when}.',
  'changes.show': 'Afficher',
  'changes.none': 'Rien n’est différent.',
  'changes.summary': 'Combien de chaque type',
  'changes.objects': 'Objet par objet',
  'changes.created': 'Nouveaux',
  'changes.updated': 'Modifiés',
  'changes.deleted': 'Supprimés',
  'changes.restored': 'Rétablis',
  'changes.by': 'Par {names}',
} as const;
