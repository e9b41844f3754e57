/** Titles and introductions of documents. */
export const DOCUMENTS: Readonly<Record<string, string>> = {
  Contents: 'Sommaire',
  'Information System Mapping Report': "Rapport de cartographie du système d'information",
  'Critical applications, who answers for them, and the contracts in force':
    'Applications critiques, leurs responsables et les contrats en vigueur',
  'No active relation': 'Aucune relation active',
  // Views.
  'The organisations around the information system, and what binds them to it.':
    "Les organisations qui entourent le système d'information, et ce qui les lie à lui.",
  'What the organisation does: its processes, their activities, who carries them out and on what information.':
    "Ce que fait l'organisation : ses processus, leurs activités, qui les mène et sur quelles informations.",
  'The software that supports the processes, what it is made of, and what it exchanges.':
    "Les logiciels qui soutiennent les processus, ce qui les compose et ce qu'ils échangent.",
  'Where accounts and rights are administered: areas, directories, forests and domains.':
    "Où les comptes et les droits sont administrés : zones d'administration, annuaires, forêts et domaines.",
  'How the networks are divided and protected, and the servers, clusters and containers in them.':
    "Comment les réseaux sont cloisonnés et protégés, avec les serveurs, clusters et conteneurs qui s'y trouvent.",
  'The places of the organisation, the equipment in them, and the networks between them.':
    "Les lieux de l'organisation, les équipements qui s'y trouvent et les réseaux qui les relient.",
  // Types of objects.
  'An organisation or a part of one: departments, suppliers, partners.':
    "Une organisation ou une partie d'organisation : services, fournisseurs, partenaires.",
  'A relation between two entities: contract, supply, service.':
    'Une relation entre deux entités : contrat, fourniture, prestation.',
  'A set of processes that serve one purpose.': 'Un ensemble de processus qui servent une même finalité.',
  'A set of activities that produces a result for someone.':
    "Un ensemble d'activités qui produit un résultat pour quelqu'un.",
  'A step of a process, with its recovery objectives.': "Une étape d'un processus, avec ses objectifs de reprise.",
  'A piece of an activity, done by actors.': "Une partie d'une activité, réalisée par des acteurs.",
  'An elementary piece of work within an operation.': "Un travail élémentaire au sein d'une opération.",
  'A person, group or role that carries out operations.':
    'Une personne, un groupe ou un rôle qui réalise des opérations.',
  'Information that processes use and applications hold.':
    'Des informations que les processus utilisent et que les applications détiennent.',
  'A group of applications.': "Un ensemble d'applications.",
  'Software that supports processes.': 'Un logiciel qui soutient des processus.',
  'A service that an application offers to others.': "Un service qu'une application offre à d'autres.",
  'A component of an application service.': "Un composant d'un service applicatif.",
  'A set of data kept by a database engine.': 'Un ensemble de données tenu par un moteur de base de données.',
  'An exchange between applications, services, modules or databases.':
    'Un échange entre des applications, services, modules ou bases de données.',
  'An area of administration under one authority.': "Une zone d'administration placée sous une même autorité.",
  'A directory of users and machines.': "Un annuaire d'utilisateurs et de machines.",
  'A forest of Active Directory domains.': 'Une forêt de domaines Active Directory.',
  'An Active Directory or LDAP domain.': 'Un domaine Active Directory ou LDAP.',
  'A network, as a whole of subnetworks.': 'Un réseau, comme ensemble de sous-réseaux.',
  'A range of addresses of a network.': "Une plage d'adresses d'un réseau.",
  'A logical switch.': 'Un commutateur logique.',
  'A logical router.': 'Un routeur logique.',
  'A logical security device, such as a firewall or a proxy.':
    'Un équipement de sécurité logique, comme un pare-feu ou un proxy.',
  'A component that joins networks.': 'Un composant qui relie des réseaux.',
  'An outside party that is connected to the networks.': 'Un tiers externe connecté aux réseaux.',
  'A group of servers that act as one.': 'Un ensemble de serveurs qui agissent comme un seul.',
  'A server as software sees it: virtual machine or host.':
    'Un serveur tel que les logiciels le voient : machine virtuelle ou hôte.',
  'A software container.': 'Un conteneur logiciel.',
  'A DHCP server. Deprecated: describe it as a logical server.':
    'Un serveur DHCP. Obsolète : à décrire comme un serveur logique.',
  'A DNS server. Deprecated: describe it as a logical server.':
    'Un serveur DNS. Obsolète : à décrire comme un serveur logique.',
  'A certificate, with its validity.': 'Un certificat, avec sa validité.',
  'A virtual local network.': 'Un réseau local virtuel.',
  'A place where the organisation is.': "Un lieu où se trouve l'organisation.",
  'A building or a room of a site.': "Un bâtiment ou une salle d'un site.",
  'A rack in a room.': 'Une baie dans une salle.',
  'A physical machine that hosts servers.': 'Une machine physique qui héberge des serveurs.',
  'A desktop or portable computer.': 'Un ordinateur fixe ou portable.',
  'A storage device. The recommended resource for backups.':
    'Un équipement de stockage. La ressource recommandée pour les sauvegardes.',
  'A printer, scanner or other device.': 'Une imprimante, un scanner ou un autre appareil.',
  'A telephone.': 'Un téléphone.',
  'A Wi-Fi access point.': 'Une borne wifi.',
  'A switch as a piece of equipment.': 'Un commutateur, comme équipement.',
  'A router as a piece of equipment.': 'Un routeur, comme équipement.',
  'A security device as a piece of equipment.': 'Un équipement de sécurité physique.',
  'A wide area network.': 'Un réseau étendu.',
  'A metropolitan area network.': 'Un réseau métropolitain.',
  'A local area network.': 'Un réseau local.',
};
