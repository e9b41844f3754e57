/** The connectors as people choose among them: what each reads, and its options, in both languages. */
import { CONNECTORS } from '../connectors/index.js';
import type { Choice } from '../../openapi/model.js';

/** In French, by the English words of the connectors. */
const FRENCH: Readonly<Record<string, string>> = {
  'Facts of Ansible: a cache of facts, setup, ansible-inventory --list':
    'Faits d’Ansible\u00a0: un cache de faits, setup, ansible-inventory --list',
  'CSV with headings, by a mapping': 'CSV avec en-têtes, selon une correspondance',
  'Parts of a program: CycloneDX as JSON or XML': 'Composants d’un logiciel\u00a0: CycloneDX en JSON ou en XML',
  'Parts of a program: SPDX as JSON': 'Composants d’un logiciel\u00a0: SPDX en JSON',
  'the name of the application, where the file has none or another':
    'le nom de l’application, si le fichier n’en dit pas ou en dit un autre',
  'Inventories of the GLPI agent, as JSON or XML': 'Inventaires de l’agent GLPI, en JSON ou en XML',
  'An object on each line, by a mapping': 'Un objet par ligne, selon une correspondance',
  'Nodes and workloads of Kubernetes: kubectl get … -A -o json':
    'Nœuds et charges de Kubernetes\u00a0: kubectl get … -A -o json',
  'Active Directory or OpenLDAP as LDIF': 'Active Directory ou OpenLDAP en LDIF',
  'A scan of nmap (-oX)': 'Un balayage de nmap (-oX)',
  'Proxmox VE: pvesh get /cluster/resources --output-format json':
    'Proxmox VE\u00a0: pvesh get /cluster/resources --output-format json',
  'What a tap of Singer writes, by a mapping': 'Ce qu’écrit un «\u00a0tap\u00a0» Singer, selon une correspondance',
  'A sheet of a workbook, by a mapping': 'Une feuille de classeur, selon une correspondance',
  'the mapping, as JSON or YAML, or the name of one that comes along: rvtools, glpi-computers-fr, glpi-computers-en':
    'la correspondance, en JSON ou en YAML, ou le nom d’une de celles fournies\u00a0: rvtools, glpi-computers-fr, glpi-computers-en',
  'utf-8, windows-1252, iso-8859-15 or utf-16le': 'utf-8, windows-1252, iso-8859-15 ou utf-16le',
  'words of software that becomes applications': 'mots des logiciels qui deviennent des applications',
  'the type of network devices': 'le type des équipements réseau',
  'the name of the cluster': 'le nom du cluster',
  'NetBox 4: answers of its REST API': 'NetBox 4\u00a0: réponses de son API REST',
  'what devices of a role become, as pdu=peripherals; pdu=- leaves them out':
    'ce que deviennent les équipements d’un rôle, comme pdu=peripherals\u00a0; pdu=- les laisse de côté',
  'Hosts of Zabbix 7: the answer of host.get': 'Hôtes de Zabbix 7\u00a0: la réponse de host.get',
  'what hosts of a group become, as Routers=physical-routers':
    'ce que deviennent les hôtes d’un groupe, comme Routeurs=physical-routers',
  'admins, all or none': 'admins, all (tous) ou none (aucun)',
  'the name of the one host in the inventory, where the file is not called like it':
    'le nom de l’unique machine dans l’inventaire, si le fichier ne le porte pas',
  'the type of hosts of which no facts are known': 'le type des machines dont aucun fait n’est connu',
  'the type of hosts': 'le type des machines',
  'class: the type by the class of the system': 'class\u00a0: le type selon la classe du système',
  'the name of the sheet; otherwise the first one': 'le nom de la feuille\u00a0; sinon la première',
};

const titled = (en: string): { en: string; fr: string } => ({ en, fr: FRENCH[en] ?? en });

export const TOOLS: readonly Choice[] = [...CONNECTORS].map(([value, { about, options, required = [] }]) => ({
  value,
  ...titled(about),
  options: Object.entries(options).map(([name, words]) => ({
    ...{ name, ...titled(words) },
    ...(required.includes(name) && { required: true as const }),
  })),
}));
