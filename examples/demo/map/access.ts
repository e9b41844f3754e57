/** Who signs in to the demo, what they may do, and the queries that they find stored. */
import { Named, type DemoMap } from '../rows.js';

const user = (
  login: string,
  name: string,
  roles: string | string[],
  granularity: number,
  language: string,
): Record<string, unknown> => ({
  login,
  name,
  email: `${login}@ch-valmarais.example`,
  granularity,
  language,
  roles: [roles].flat(),
});

/** What a security officer needs beside the role User, which gives it to nobody: to make and run checks, and to accept what they found. */
const SECURITY = 'Sécurité de l’information';
const SECURITY_RIGHTS = ['check_create', 'check_edit', 'check_delete', 'finding_edit'];

/** The users of the demo, without the administrator that every first start makes. */
export const USERS = [
  user('nadia', 'Nadia Belkacem', ['User', SECURITY], 3, 'fr'),
  user('auditor', 'Piotr Nowak', 'Auditor', 3, 'en'),
  user('maelle', 'Maëlle Quéré', 'Cartographer', 2, 'fr'),
  user('biomed', 'Théo Rannou', 'Atelier biomédical', 1, 'fr'),
];

/** What each user is there to show, for whoever signs in. */
export const PURPOSES: Readonly<Record<string, string>> = {
  nadia:
    'security officer, roles User and Sécurité de l’information: reads and writes the map, makes checks, accepts findings',
  auditor: 'role Auditor: reads all of it',
  maelle: 'role Cartographer: the applications, and what is delegated',
  biomed: 'a role of the hospital: peripherals, and one delegated server',
};

const PERIPHERALS = ['access', 'show', 'create', 'edit'].map((verb) => `peripheral_${verb}`);

export const access = (passwordOf: (login: string) => string): DemoMap => ({
  roles: [
    { title: 'Atelier biomédical', permissions: PERIPHERALS },
    { title: SECURITY, permissions: SECURITY_RIGHTS },
  ],
  users: USERS.map((object) => ({ ...object, password: passwordOf(object['login'] as string) })),
  cartographers: [
    {
      cartographiable_type: 'logical-servers',
      cartographiable_id: new Named('logical-servers', 'SRV-PACS-01'),
      role_id: 'Atelier biomédical',
    },
    {
      cartographiable_type: 'processes',
      cartographiable_id: new Named('processes', 'Emergency care'),
      user_id: 'maelle',
    },
  ],
  queries: [
    {
      name: 'Critical applications and their servers',
      description: 'Applications with a very high need of availability, and where they run',
      is_public: true,
      query: {
        from: 'applications',
        fields: ['name', 'responsible', 'logical_servers.name', 'logical_servers.operating_system'],
        filters: [{ field: 'security_need_a', operator: '>=', value: 4 }],
      },
    },
    {
      name: 'Servers that nobody backs up',
      description: 'Active servers without any backup',
      is_public: true,
      query: {
        from: 'logical-servers',
        fields: ['name', 'address_ip', 'applications.name'],
        filters: [{ field: 'active', operator: '=', value: true }, { not_exists: 'backups' }],
      },
    },
    {
      name: 'Around the emergency ward',
      description: 'From the process to the machines, as a graph',
      is_public: false,
      query: {
        from: 'processes',
        filters: [{ field: 'name', operator: 'like', value: '%emergency%' }],
        traverse: ['applications.logical_servers', 'activities'],
        output: 'graph',
        limit: 10,
      },
    },
  ],
});
