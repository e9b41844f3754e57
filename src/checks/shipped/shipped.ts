/** The checks that come with the release, in words that a person acts on. */
import type { ShippedCheck } from './shipped-check.js';

type Both = readonly [en: string, fr: string];

const both = ([en, fr]: Both): { en: string; fr: string } => ({ en, fr });

interface ShippedTexts {
  key: string;
  severity: ShippedCheck['severity'];
  title: Both;
  about: Both;
  advice: Both;
  /** Not looked at until somebody switches it on. */
  off?: true;
}

const texts = ({
  key,
  severity,
  title,
  about,
  advice,
  off,
}: ShippedTexts): Omit<ShippedCheck, 'type' | 'definition'> => ({
  ...{ key, severity, enabled: !off },
  ...{ titles: both(title), abouts: both(about), advices: both(advice) },
});

/** A check by a rule; of one kind where that is named. */
const byRule = (
  said: ShippedTexts,
  rule: string,
  options: Readonly<Record<string, unknown>> = {},
  type: string | null = null,
): ShippedCheck => ({
  ...texts(said),
  type,
  definition: { kind: 'rule', rule, options },
});

/** Servers that are no longer in use are nobody's task. */
const INACTIVE = { active: '0' };

/** A check by filters of lists. */
const byFilter = (
  said: ShippedTexts,
  type: string,
  filter: Readonly<Record<string, unknown>>,
  exceptions?: Readonly<Record<string, unknown>>,
): ShippedCheck => ({
  ...texts(said),
  type,
  definition: { kind: 'filter', filter },
  ...(exceptions && { exceptions: { [type]: exceptions } }),
});

export const SHIPPED: readonly ShippedCheck[] = [
  // What runs out
  byRule(
    {
      ...{ key: 'certificates-end', severity: 'high' },
      title: ['Certificates run out', 'Certificats qui expirent'],
      about: [
        'Certificates that have expired, or will within 30 days.',
        'Certificats expirés, ou qui expirent dans les 30 jours.',
      ],
      advice: [
        'Renew the certificate, install it, and enter its new dates here.',
        'Renouvelez le certificat, installez-le, puis saisissez ici ses nouvelles dates.',
      ],
    },
    'ends',
    { within: '30d', past: true },
    'certificates',
  ),
  byRule(
    {
      ...{ key: 'contracts-end', severity: 'medium' },
      title: ['Contracts end', 'Contrats qui prennent fin'],
      about: [
        'Relations whose last day is past, or comes within 90 days.',
        'Relations dont le dernier jour est passé, ou arrive dans les 90 jours.',
      ],
      advice: [
        'Renew or replace the contract in time, or mark the relation as no longer active.',
        'Renouvelez ou remplacez le contrat à temps, ou indiquez que la relation n’est plus active.',
      ],
    },
    'ends',
    { within: '90d', past: true },
    'relations',
  ),
  byRule(
    {
      ...{ key: 'warranties-end', severity: 'low' },
      title: ['Warranties end', 'Garanties qui prennent fin'],
      about: [
        'Workstations whose warranty ends within 60 days.',
        'Postes de travail dont la garantie prend fin dans les 60 jours.',
      ],
      advice: [
        'Have pending repairs done under warranty, and plan the replacement.',
        'Faites réaliser les réparations sous garantie, et prévoyez le remplacement.',
      ],
    },
    'ends',
    { within: '60d', past: false },
    'workstations',
  ),
  byRule(
    {
      ...{ key: 'support-ended-servers', severity: 'high' },
      title: ['Servers run systems without support', 'Serveurs au système sans support'],
      about: [
        'Logical servers whose operating system gets no more updates, or none within half a year.',
        'Serveurs logiques dont le système d’exploitation ne reçoit plus de mises à jour, ou n’en recevra plus d’ici six mois.',
      ],
      advice: [
        'Plan the move to a supported version; until then shield the server from the network.',
        'Prévoyez le passage à une version maintenue\u00a0; d’ici là, isolez le serveur du réseau.',
      ],
    },
    'end-of-support',
    { within: '180d' },
    'logical-servers',
  ),
  byRule(
    {
      ...{ key: 'support-ended-hosts', severity: 'high' },
      title: ['Physical servers run systems without support', 'Serveurs physiques au système sans support'],
      about: [
        'Physical servers whose system gets no more updates, or none within half a year.',
        'Serveurs physiques dont le système ne reçoit plus de mises à jour, ou n’en recevra plus d’ici six mois.',
      ],
      advice: [
        'Plan the upgrade of the host, and where its guests go meanwhile.',
        'Prévoyez la mise à niveau de l’hôte, et où vont ses invités entre-temps.',
      ],
    },
    'end-of-support',
    { within: '180d' },
    'physical-servers',
  ),
  byRule(
    {
      ...{ key: 'support-ended-workstations', severity: 'medium' },
      title: ['Workstations run systems without support', 'Postes de travail au système sans support'],
      about: [
        'Workstations whose system gets no more updates, or none within half a year.',
        'Postes de travail dont le système ne reçoit plus de mises à jour, ou n’en recevra plus d’ici six mois.',
      ],
      advice: [
        'Upgrade or replace them, those with access to sensitive data first.',
        'Mettez-les à niveau ou remplacez-les, en commençant par ceux qui accèdent à des données sensibles.',
      ],
    },
    'end-of-support',
    { within: '180d' },
    'workstations',
  ),
  byRule(
    {
      ...{ key: 'support-ended-applications', severity: 'medium' },
      title: ['Applications without support', 'Applications sans support'],
      about: [
        'Applications whose product and version get no more updates, or none within half a year.',
        'Applications dont le produit et la version ne reçoivent plus de mises à jour, ou n’en recevront plus d’ici six mois.',
      ],
      advice: [
        'Agree on an upgrade with who is responsible for the application.',
        'Convenez d’une mise à niveau avec le responsable de l’application.',
      ],
    },
    'end-of-support',
    { within: '180d' },
    'applications',
  ),
  byFilter(
    {
      ...{ key: 'updates-overdue', severity: 'medium' },
      title: ['Planned updates are overdue', 'Mises à jour prévues en retard'],
      about: [
        'Logical servers whose next planned update lies in the past.',
        'Serveurs logiques dont la prochaine mise à jour prévue est passée.',
      ],
      advice: [
        'Do the update and enter the next date, or enter when it will be done.',
        'Faites la mise à jour et saisissez la prochaine date, ou indiquez quand elle sera faite.',
      ],
    },
    'logical-servers',
    { next_update_lt: 'today' },
    INACTIVE,
  ),
  byFilter(
    {
      ...{ key: 'application-updates-overdue', severity: 'low' },
      title: ['Planned updates of applications are overdue', 'Mises à jour d’applications en retard'],
      about: [
        'Applications whose next planned update lies in the past.',
        'Applications dont la prochaine mise à jour prévue est passée.',
      ],
      advice: [
        'Do the update and enter the next date, or enter when it will be done.',
        'Faites la mise à jour et saisissez la prochaine date, ou indiquez quand elle sera faite.',
      ],
    },
    'applications',
    { next_update_lt: 'today' },
  ),
  // Recovery and availability
  byRule(
    {
      ...{ key: 'recovery-too-slow', severity: 'critical' },
      title: ['Recovery times that cannot be kept', 'Délais de reprise intenables'],
      about: [
        'Applications that must be back sooner than one that they cannot do without, and needs for data that no backup meets.',
        'Applications à rétablir plus tôt qu’une autre dont elles ne peuvent se passer, et besoins de données qu’aucune sauvegarde ne couvre.',
      ],
      advice: [
        'Make what is below recover sooner, back it up more often, or agree on a later objective.',
        'Accélérez la reprise de ce qui est en dessous, sauvegardez plus souvent, ou convenez d’un objectif plus tardif.',
      ],
    },
    'recovery',
    {},
    'applications',
  ),
  byRule(
    {
      ...{ key: 'activities-too-slow', severity: 'high' },
      title: ['Activities wait for slower applications', 'Activités en attente d’applications plus lentes'],
      about: [
        'Activities whose objective comes before that of an application that they need.',
        'Activités dont l’objectif précède celui d’une application dont elles ont besoin.',
      ],
      advice: [
        'Bring both objectives into line, or write down how the activity goes on without the application.',
        'Accordez les deux objectifs, ou décrivez comment l’activité continue sans l’application.',
      ],
    },
    'recovery',
    {},
    'activities',
  ),
  byRule(
    {
      ...{ key: 'single-points', severity: 'high' },
      title: ['Single points of failure', 'Points de défaillance uniques'],
      about: [
        'Objects whose outage alone takes down an application or process with a high need of availability.',
        'Objets dont la panne suffit à arrêter une application ou un processus au besoin de disponibilité élevé.',
      ],
      advice: [
        'Add a second one, or accept the risk with a date.',
        'Ajoutez-en un second, ou acceptez le risque avec une date.',
      ],
    },
    'single-point',
    { need: 3, least: 1 },
  ),
  byFilter(
    {
      ...{ key: 'servers-without-backup', severity: 'high' },
      title: ['Servers without a backup', 'Serveurs sans sauvegarde'],
      about: [
        'Logical servers that carry a database and have no backup plan.',
        'Serveurs logiques qui portent une base de données et n’ont pas de plan de sauvegarde.',
      ],
      advice: [
        'Link the backup plan that covers the server, or set one up.',
        'Liez le plan de sauvegarde qui couvre le serveur, ou mettez-en un en place.',
      ],
    },
    'logical-servers',
    { backups_exists: 'false', databases_exists: 'true' },
    INACTIVE,
  ),
  byFilter(
    {
      ...{ key: 'backups-of-nothing', severity: 'low' },
      title: ['Backup plans that cover nothing', 'Plans de sauvegarde sans objet'],
      about: [
        'Backup plans to which neither a server nor storage is linked.',
        'Plans de sauvegarde auxquels ni serveur ni stockage n’est lié.',
      ],
      advice: ['Link what the plan covers, or delete it.', 'Liez ce que couvre le plan, ou supprimez-le.'],
    },
    'backups',
    { logical_servers_exists: 'false', storage_devices_exists: 'false' },
  ),
  byFilter(
    {
      ...{ key: 'no-recovery-objective', severity: 'medium' },
      title: [
        'Important applications without a recovery objective',
        'Applications importantes sans objectif de reprise',
      ],
      about: [
        'Applications with a high need of availability and no recovery time objective.',
        'Applications au besoin de disponibilité élevé et sans objectif de durée de reprise.',
      ],
      advice: [
        'Agree with the business on how soon the application must be back.',
        'Convenez avec le métier du délai de rétablissement de l’application.',
      ],
    },
    'applications',
    { security_need_a_gte: '3', rto_null: 'true' },
  ),
  byFilter(
    {
      ...{ key: 'no-data-objective', severity: 'medium' },
      title: [
        'Important databases behind applications without a data objective',
        'Applications à base de données sans objectif de perte de données',
      ],
      about: [
        'Applications with a database, a high need of integrity and no recovery point objective.',
        'Applications ayant une base de données, un besoin d’intégrité élevé et aucun objectif de perte de données.',
      ],
      advice: [
        'Agree on how much data may be lost, so that backups can be planned by it.',
        'Convenez de la perte de données admissible, afin de planifier les sauvegardes en conséquence.',
      ],
    },
    'applications',
    { security_need_i_gte: '3', rpo_null: 'true', databases_exists: 'true' },
  ),
  byRule(
    {
      ...{ key: 'inactive-still-used', severity: 'medium' },
      title: ['Inactive, and still relied upon', 'Inactif, mais encore utilisé'],
      about: [
        'Servers and relations that are no longer active, on which live objects still rest.',
        'Serveurs et relations qui ne sont plus actifs, sur lesquels reposent encore des objets.',
      ],
      advice: [
        'Move what rests on it, or mark it as active again.',
        'Déplacez ce qui repose dessus, ou indiquez qu’il est de nouveau actif.',
      ],
    },
    'inactive',
  ),
  // Security
  byRule(
    {
      ...{ key: 'needs-too-low', severity: 'high' },
      title: ['Security needs that are too low', 'Besoins de sécurité trop bas'],
      about: [
        'Databases and applications whose need is lower than that of what rests on them.',
        'Bases de données et applications dont le besoin est inférieur à celui de ce qui repose dessus.',
      ],
      advice: [
        'Raise the need to that of what it carries, and see whether its protection is enough.',
        'Relevez le besoin à celui de ce qu’il porte, et vérifiez que sa protection suffit.',
      ],
    },
    'need',
    { least: 3 },
  ),
  byRule(
    {
      ...{ key: 'flows-in-clear', severity: 'high' },
      title: ['Flows that are not encrypted', 'Flux non chiffrés'],
      about: [
        'Flows in clear between entities, zones or sites, or with confidential information.',
        'Flux en clair entre entités, zones ou sites, ou portant des informations confidentielles.',
      ],
      advice: [
        'Encrypt the flow, for example by TLS, or carry it through a tunnel.',
        'Chiffrez le flux, par exemple en TLS, ou faites-le passer par un tunnel.',
      ],
    },
    'flow',
    { need: 3 },
  ),
  byRule(
    {
      ...{ key: 'exploited-vulnerabilities', severity: 'critical' },
      title: ['Vulnerabilities that are exploited', 'Vulnérabilités exploitées'],
      about: [
        'Objects with a vulnerability that is known to be exploited.',
        'Objets ayant une vulnérabilité qu’on sait exploitée.',
      ],
      advice: [
        'Update today, or take the object off the network.',
        'Mettez à jour aujourd’hui, ou retirez l’objet du réseau.',
      ],
    },
    'vulnerable',
    { score: 0, known_exploited: true },
  ),
  byRule(
    {
      ...{ key: 'high-vulnerabilities', severity: 'high' },
      title: ['Severe vulnerabilities', 'Vulnérabilités graves'],
      about: [
        'Objects with a known vulnerability of score 7 or more.',
        'Objets ayant une vulnérabilité connue de score 7 ou plus.',
      ],
      advice: [
        'Update to a version that has it mended, or say why it does not apply.',
        'Passez à une version corrigée, ou dites pourquoi elle ne s’applique pas.',
      ],
    },
    'vulnerable',
    { score: 7, known_exploited: false },
  ),
  byFilter(
    {
      ...{ key: 'exposed-without-control', severity: 'medium' },
      title: [
        'Confidential applications without a security control',
        'Applications confidentielles sans mesure de sécurité',
      ],
      about: [
        'Applications with a very high need of confidentiality to which no security control is linked.',
        'Applications au besoin de confidentialité très élevé auxquelles aucune mesure de sécurité n’est liée.',
      ],
      advice: [
        'Link the controls that protect it, or agree on some.',
        'Liez les mesures qui la protègent, ou convenez-en.',
      ],
    },
    'applications',
    { security_need_c_gte: '4', security_controls_exists: 'false' },
  ),
  byFilter(
    {
      ...{ key: 'certificates-without-use', severity: 'low' },
      title: ['Certificates that nothing uses', 'Certificats que rien n’utilise'],
      about: [
        'Certificates to which neither an application nor a server is linked.',
        'Certificats auxquels ni application ni serveur n’est lié.',
      ],
      advice: [
        'Link where it is installed, so that its end reaches the right people; or delete it.',
        'Liez l’endroit où il est installé, pour que son échéance atteigne les bonnes personnes\u00a0; ou supprimez-le.',
      ],
    },
    'certificates',
    { applications_exists: 'false', logical_servers_exists: 'false' },
  ),
  byFilter(
    {
      ...{ key: 'certificates-without-end', severity: 'medium' },
      title: ['Certificates without an end day', 'Certificats sans date de fin'],
      about: [
        'Certificates of which nobody entered when they run out.',
        'Certificats dont personne n’a saisi l’échéance.',
      ],
      advice: ['Enter the day on which it runs out.', 'Saisissez le jour où il expire.'],
    },
    'certificates',
    { end_validity_null: 'true' },
  ),
  // The register of processing
  byRule(
    {
      ...{ key: 'register-incomplete', severity: 'high' },
      title: ['Records of processing are incomplete', 'Fiches du registre incomplètes'],
      about: [
        'Records that lack purpose, legal basis, retention, recipients or application, or a control for sensitive data.',
        'Fiches sans finalité, base légale, durée de conservation, destinataires ou application, ou sans mesure pour des données sensibles.',
      ],
      advice: [
        'Fill in what is missing with the data protection officer.',
        'Complétez ce qui manque avec le délégué à la protection des données.',
      ],
    },
    'register',
  ),
  byFilter(
    {
      ...{ key: 'register-old', severity: 'low', off: true },
      title: [
        'Records of processing that nobody reviewed for two years',
        'Fiches du registre non revues depuis deux ans',
      ],
      about: [
        'Records whose last revision lies more than two years back.',
        'Fiches dont la dernière révision remonte à plus de deux ans.',
      ],
      advice: ['Review the record, and enter the day.', 'Révisez la fiche, et saisissez la date.'],
    },
    'data-processings',
    { update_date_lt: '-2y' },
  ),
  // The quality of the map
  byRule(
    {
      ...{ key: 'applications-unowned', severity: 'medium' },
      title: ['Applications without anybody responsible', 'Applications sans responsable'],
      about: [
        'Applications where neither a person nor an entity is named as responsible.',
        'Applications pour lesquelles ni personne ni entité responsable n’est nommée.',
      ],
      advice: ['Name who answers for the application.', 'Nommez qui répond de l’application.'],
    },
    'unowned',
    {},
    'applications',
  ),
  byRule(
    {
      ...{ key: 'unowned', severity: 'low', off: true },
      title: ['Objects without anybody responsible', 'Objets sans responsable'],
      about: [
        'Objects of all kinds that name somebody responsible, where nobody is named.',
        'Objets de tous les types ayant un responsable, lorsque personne n’est nommé.',
      ],
      advice: ['Name who answers for the object.', 'Nommez qui répond de l’objet.'],
    },
    'unowned',
  ),
  byRule(
    {
      ...{ key: 'incomplete', severity: 'info' },
      title: ['Incomplete objects', 'Objets incomplets'],
      about: [
        'Objects that lack what level 1 of the maturity report asks for.',
        'Objets auxquels manque ce que demande le niveau 1 du rapport de maturité.',
      ],
      advice: ['Fill in the fields that are named.', 'Renseignez les champs nommés.'],
    },
    'incomplete',
    { level: 1 },
  ),
  byRule(
    {
      ...{ key: 'incomplete-2', severity: 'info', off: true },
      title: ['Incomplete objects, level 2', 'Objets incomplets, niveau 2'],
      about: [
        'Objects that lack what level 2 of the maturity report asks for.',
        'Objets auxquels manque ce que demande le niveau 2 du rapport de maturité.',
      ],
      advice: ['Fill in the fields that are named.', 'Renseignez les champs nommés.'],
    },
    'incomplete',
    { level: 2 },
  ),
  byRule(
    {
      ...{ key: 'duplicates', severity: 'medium' },
      title: ['Objects that are there twice', 'Objets en double'],
      about: [
        'Objects with the same name, and hardware with the same serial number or MAC address.',
        'Objets de même nom, et matériels de même numéro de série ou adresse MAC.',
      ],
      advice: ['Merge them, or give one of them another name.', 'Fusionnez-les, ou donnez un autre nom à l’un d’eux.'],
    },
    'duplicate',
    { by: ['name', 'serial', 'mac'] },
  ),
  byRule(
    {
      ...{ key: 'orphans', severity: 'low' },
      title: ['Objects without any link', 'Objets sans aucun lien'],
      about: [
        'Objects that nothing in the map is linked to: no picture, impact or report knows them.',
        'Objets auxquels rien n’est lié\u00a0: aucune vue, aucun impact, aucun rapport ne les connaît.',
      ],
      advice: ['Link what it belongs to, or delete it.', 'Liez ce dont il fait partie, ou supprimez-le.'],
    },
    'orphan',
  ),
  byRule(
    {
      ...{ key: 'circles', severity: 'medium' },
      title: ['Objects that are part of themselves', 'Objets qui font partie d’eux-mêmes'],
      about: ['Parents that lead in a circle.', 'Parents qui forment une boucle.'],
      advice: ['Take one of the parents away.', 'Retirez l’un des parents.'],
    },
    'cycle',
    { flows: false },
  ),
  byRule(
    {
      ...{ key: 'flow-circles', severity: 'info', off: true },
      title: ['Flows in a circle', 'Flux en boucle'],
      about: [
        'Applications to which their own flows come back.',
        'Applications auxquelles reviennent leurs propres flux.',
      ],
      advice: [
        'See whether the circle is meant: it decides what has to start first.',
        'Vérifiez que la boucle est voulue\u00a0: elle décide de l’ordre de démarrage.',
      ],
    },
    'cycle',
    { flows: true },
    'applications',
  ),
  byRule(
    {
      ...{ key: 'addresses-wrong', severity: 'medium' },
      title: ['Addresses that cannot be', 'Adresses impossibles'],
      about: [
        'Addresses that are unreadable or there twice, subnetworks that overlap, gateways outside theirs.',
        'Adresses illisibles ou en double, sous-réseaux qui se chevauchent, passerelles hors du leur.',
      ],
      advice: [
        'Compare with the network, and correct what is wrong in the map.',
        'Comparez avec le réseau, et corrigez ce qui est faux dans la carte.',
      ],
    },
    'address',
    { kinds: ['unreadable', 'twice', 'overlap', 'gateway'] },
  ),
  byRule(
    {
      ...{ key: 'addresses-nowhere', severity: 'info', off: true },
      title: ['Addresses in no subnetwork', 'Adresses hors de tout sous-réseau'],
      about: [
        'Machines with an address that lies in no subnetwork of the map.',
        'Machines dont une adresse n’est dans aucun sous-réseau de la carte.',
      ],
      advice: ['Add the subnetwork, or correct the address.', 'Ajoutez le sous-réseau, ou corrigez l’adresse.'],
    },
    'address',
    { kinds: ['nowhere'] },
  ),
  byRule(
    {
      ...{ key: 'unseen', severity: 'low' },
      title: ['Not seen by any source', 'Vu par aucune source'],
      about: [
        'Objects that sources know and none has seen for 30 days.',
        'Objets que des sources connaissent et qu’aucune n’a vus depuis 30 jours.',
      ],
      advice: [
        'See whether it is still there, or why the source no longer runs.',
        'Vérifiez qu’il existe encore, ou pourquoi la source ne tourne plus.',
      ],
    },
    'stale',
    { unseen: '30d' },
  ),
  byRule(
    {
      ...{ key: 'unreported', severity: 'low' },
      title: ['No longer reported by a source', 'N’est plus signalé par une source'],
      about: [
        'Objects that a source reported and no longer does.',
        'Objets qu’une source signalait et ne signale plus.',
      ],
      advice: [
        'Delete it if it is gone, or find out why the source misses it.',
        'Supprimez-le s’il n’existe plus, ou cherchez pourquoi la source l’omet.',
      ],
    },
    'missing',
  ),
  byFilter(
    {
      ...{ key: 'servers-nowhere', severity: 'low' },
      title: ['Servers that stand nowhere', 'Serveurs sans emplacement'],
      about: [
        'Active logical servers without a physical server or cluster that carries them.',
        'Serveurs logiques actifs sans serveur physique ni cluster qui les porte.',
      ],
      advice: [
        'Link the host or cluster, so that outages are told truly.',
        'Liez l’hôte ou le cluster, pour que les pannes soient décrites fidèlement.',
      ],
    },
    'logical-servers',
    { physical_servers_exists: 'false', clusters_exists: 'false' },
    INACTIVE,
  ),
  byFilter(
    {
      ...{ key: 'hosts-nowhere', severity: 'low' },
      title: ['Physical servers without a place', 'Serveurs physiques sans lieu'],
      about: [
        'Physical servers of which neither site nor building nor bay is known.',
        'Serveurs physiques dont ni site, ni bâtiment, ni baie n’est connu.',
      ],
      advice: ['Enter where it stands.', 'Saisissez où il se trouve.'],
    },
    'physical-servers',
    { site_id_null: 'true', building_id_null: 'true', bay_id_null: 'true' },
  ),
  byFilter(
    {
      ...{ key: 'processes-without-application', severity: 'info' },
      title: ['Important processes without an application', 'Processus importants sans application'],
      about: [
        'Processes with a high need of availability that no application supports.',
        'Processus au besoin de disponibilité élevé qu’aucune application ne soutient.',
      ],
      advice: ['Link the applications that the process needs.', 'Liez les applications dont le processus a besoin.'],
    },
    'processes',
    { security_need_a_gte: '3', applications_exists: 'false' },
  ),
  byFilter(
    {
      ...{ key: 'flows-unknown-encryption', severity: 'info', off: true },
      title: ['Flows of which nobody says whether they are encrypted', 'Flux dont personne ne dit s’ils sont chiffrés'],
      about: [
        'Application flows without a yes or no on encryption.',
        'Flux applicatifs sans réponse sur le chiffrement.',
      ],
      advice: ['Find out, and enter it.', 'Renseignez-vous, et saisissez-le.'],
    },
    'application-flows',
    { crypted_null: 'true' },
  ),
];
