/** Mappings that come with the program, by name: for files that many have. */

/** The sheet vInfo of RVTools. */
const RVTOOLS = {
  mode: 'full',
  optional: [
    ...['Template', 'Powerstate', 'CPUs', 'Memory', 'Provisioned MiB', 'Primary IP Address', 'Host', 'Cluster'],
    ...['OS according to the VMware Tools', 'OS according to the configuration file', 'DNS Name'],
  ],
  // Versions before 4.0 counted in MB, those before 3.7 knew one system.
  also: { 'Provisioned MiB': ['Provisioned MB'], 'OS according to the configuration file': ['OS'] },
  rows: [
    {
      when: '${Template|lower} != true',
      type: 'logical-servers',
      ref: '${VM UUID|lower}',
      set: {
        name: '${VM}',
        active: '${Powerstate|map:poweredOn=1,*=0}',
        cpu: '${CPUs}',
        memory: '${Memory|number} MB',
        disk: '${Provisioned MiB|gib}',
        address_ip: '${Primary IP Address|split:,}',
        operating_system: '${OS according to the VMware Tools}',
        physical_servers: [{ ref: '${Host}' }],
        clusters: [{ ref: '${Cluster}' }],
      },
      initial: { operating_system: '${OS according to the configuration file}' },
      keys: { uuid: '${VM UUID}', fqdn: '${DNS Name}' },
    },
    {
      ...{ when: '${Host} filled', type: 'physical-servers', ref: '${Host}', set: { name: '${Host|host}' } },
      keys: { fqdn: '${Host}' },
    },
    { when: '${Cluster} filled', type: 'clusters', ref: '${Cluster}', set: { name: '${Cluster}', type: 'VMware' } },
  ],
};

/** The list of computers that GLPI exports; the column with the id must be shown. */
const glpiComputers = (words: {
  [K in 'id' | 'name' | 'manufacturer' | 'serial' | 'type' | 'model' | 'system' | 'servers']: string;
}): object => {
  const cell = (word: keyof typeof words): string => `\${${words[word]}}`;
  const [name, system] = [cell('name'), cell('system')];
  return {
    optional: [words.manufacturer, words.serial, words.type, words.model, words.system],
    rows: [
      {
        when: `${cell('type')} != ${words.servers}`,
        type: 'workstations',
        ref: cell('id'),
        set: {
          ...{ name, operating_system: system, serial_number: cell('serial'), type: cell('type') },
          ...{ manufacturer: cell('manufacturer'), model: cell('model') },
        },
        keys: { serial: cell('serial') },
      },
      {
        when: `${cell('type')} = ${words.servers}`,
        type: 'physical-servers',
        ref: cell('id'),
        set: { name, operating_system: system, vendor: cell('manufacturer'), product: cell('model') },
        keys: { serial: cell('serial') },
      },
    ],
  };
};

export const SHIPPED: ReadonlyMap<string, object> = new Map([
  ['rvtools', RVTOOLS],
  [
    'glpi-computers-fr',
    glpiComputers({
      ...{ id: 'ID', name: 'Nom', manufacturer: 'Fabricant', serial: 'Numéro de série', type: 'Type' },
      ...{ model: 'Modèle', system: "Système d'exploitation - Nom", servers: 'Serveur' },
    }),
  ],
  [
    'glpi-computers-en',
    glpiComputers({
      ...{ id: 'ID', name: 'Name', manufacturer: 'Manufacturer', serial: 'Serial number', type: 'Type' },
      ...{ model: 'Model', system: 'Operating system - Name', servers: 'Server' },
    }),
  ],
]);
