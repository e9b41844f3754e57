/** Texts of perimeters: see en/perimeters.ts. */
export const perimeters = {
  'perimeters.title': 'Périmètres',
  'perimeters.about':
    'Un périmètre est une partie de la carte qui porte un nom. Un rôle limité à des périmètres ne donne ses droits qu’à l’intérieur.',
  'perimeters.new': 'Nouveau périmètre',
  'perimeters.make': 'Créer le périmètre',
  'perimeters.none': 'Il n’y a pas de périmètre\u00a0: chaque rôle donne ses droits partout.',
  'perimeters.no-roles': 'aucun rôle pour l’instant',
  'perimeters.read-only':
    'Vous pouvez consulter cette page. Seuls les administrateurs changent ce qu’un périmètre contient.',
  'perimeters.unsaved': 'Pas encore enregistré\u00a0; ce qu’il contient est montré plus bas une fois que ce sera fait.',
  'perimeters.name': 'Nom',
  'perimeters.name.about': 'Par exemple un site, une filiale, un service.',
  'perimeters.description': 'À quoi il sert',
  'perimeters.roots': 'Lieux et entités',
  'perimeters.roots.about': 'Les sites, bâtiments, baies et entités qu’il contient, avec ce qui en dépend.',
  'perimeters.roots.add': 'Ajouter un lieu ou une entité\u00a0: tapez son nom',
  'perimeters.depth': '{name}\u00a0: jusqu’où',
  'perimeters.depth.place': 'avec ce qui s’y trouve ou en dépend',
  'perimeters.depth.hosted': 'et aussi ce qui tourne dessus',
  'perimeters.depth.applications': 'et aussi les applications liées',
  'perimeters.rules': 'Objets selon des règles',
  'perimeters.rules.about':
    'Les objets que trouvent des filtres, comme dans un tableau. Ce que trouve une des règles en fait partie.',
  'perimeters.rules.add': 'Ajouter une règle\u00a0: choisissez un type d’objet',
  'perimeters.rule.all': 'Tous les objets de ce type',
  'perimeters.rule.none': 'Ajoutez un filtre, ou prenez tous les objets.',
  'perimeters.rule.remove': 'Retirer la règle\u00a0: {kind}',
  'perimeters.roles': 'Rôles limités à ce périmètre',
  'perimeters.roles.about':
    'Ils donnent leurs droits dans ce périmètre, et dans les autres auxquels ils sont limités, nulle part ailleurs.',
  'perimeters.empty.ask':
    'Il ne contient rien\u00a0: quiconque a {roles} ne verra rien de la carte. L’enregistrer quand même\u00a0?',
  'perimeters.delete.ask':
    'Supprimer {name}\u00a0? Il faut pour cela qu’aucun rôle n’y soit limité. Il ne peut pas être rétabli.',
  'perimeters.holds': 'Ce qu’il contient',
  'perimeters.holds.nothing': 'Rien pour l’instant\u00a0: ajoutez un lieu, une entité ou une règle.',
  'perimeters.check': 'Un objet en fait-il partie\u00a0?',
  'perimeters.check.object': 'Tapez le nom d’un objet',
  'perimeters.check.inside': '{name} en fait partie.',
  'perimeters.check.outside': '{name} n’en fait pas partie.',
  'perimeters.check.root': 'Il dépend de {name}.',
  'perimeters.check.rule': 'La règle {number} le trouve ({kind}).',
  'perimeters.home': 'Son périmètre',
  'perimeters.home.about':
    'Quand les périmètres sont activés, le rôle ne donne ses droits que sur les objets de ce périmètre.',
  'perimeters.homes': 'Les objets y sont placés par leur propre formulaire, les rôles par leur propre page.',
  'perimeters.homes.on':
    'Chaque objet appartient à un périmètre, et chaque rôle aussi\u00a0: un rôle ne donne ses droits que sur les objets de son propre périmètre.',
  'perimeters.homes.off':
    'Chaque objet appartient à un périmètre, mais cela ne limite personne\u00a0: ce n’est pas activé.',
  'perimeters.homes.switch-on': 'Limiter les rôles à leur périmètre',
  'perimeters.homes.switch-off': 'Ne plus limiter personne ainsi',
  'perimeters.homes.ask-on':
    'Désormais chaque rôle ne donne ses droits que sur les objets de son propre périmètre. Un rôle ou un objet que personne n’a déplacé appartient au premier. Continuer\u00a0?',
  'perimeters.homes.ask-off':
    'Désormais les rôles donnent leurs droits sur les objets de tous les périmètres, sauf s’ils sont limités à certains par ailleurs. Continuer\u00a0?',
  'perimeters.of-role': 'Seulement dans ces périmètres',
  'perimeters.of-role.about': 'Rien de coché\u00a0: partout.',
  'perimeters.of-role.besides':
    'Ils limitent le rôle en plus, aussi quand les périmètres sont désactivés\u00a0: il atteint ce qui est à la fois dans son périmètre et dans l’un de ceux-ci. Rien de coché\u00a0: pas de limite en plus.',
  'perimeters.of-role.people':
    'Les périmètres ne cachent personne\u00a0: avec les droits cochés ci-dessous, ce rôle voit les utilisateurs de ce serveur, ou toutes les connexions dans le journal.',
  'perimeters.of-token': 'Seulement dans ces périmètres',
  'perimeters.of-token.about': 'Rien de coché\u00a0: aussi loin que vos propres droits.',
  'perimeters.limited': 'Vous voyez une partie de la carte\u00a0: {names}',
  'perimeters.limited.at-home':
    'Vous voyez une partie de la carte\u00a0: de {names}, seulement ce qui appartient à {homes}',
} as const;
