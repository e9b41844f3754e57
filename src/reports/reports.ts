/** The reports that need nothing but the map, in the order in which they are listed. */
import { applicationsByBlocks } from './applications-by-blocks.report.js';
import { activityList, activityReport } from './register.report.js';
import { cartography } from './cartography/cartography.report.js';
import { backups } from './backups.report.js';
import { changes } from './changes.report.js';
import { directory } from './directory.report.js';
import { entities } from './entities.report.js';
import { externalAccess } from './external-access.report.js';
import { impacts } from './impacts.report.js';
import { logicalServerConfigs } from './logical-server-configs.report.js';
import { logicalServers } from './logical-servers.report.js';
import { maturity } from './maturity.report.js';
import { physicalInventory } from './physical-inventory.report.js';
import type { Report } from './report.js';
import { rto } from './rto.report.js';
import { securityNeeds } from './security-needs.report.js';
import { vlans } from './vlans.report.js';
import { workstations } from './workstations.report.js';
import { zones } from './zones.report.js';

export const REPORTS: readonly Report[] = [
  cartography,
  entities,
  applicationsByBlocks,
  directory,
  logicalServers,
  securityNeeds,
  logicalServerConfigs,
  externalAccess,
  physicalInventory,
  vlans,
  workstations,
  activityList,
  activityReport,
  impacts,
  rto,
  backups,
  maturity,
  changes,
  zones,
];
