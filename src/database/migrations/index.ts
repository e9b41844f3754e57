/** All migrations, oldest first: `npm run resource:accept` writes this list. */
import type { MigrationClass } from '../migration-facts.js';
import { TheMap1795219200000 } from './1795219200000-the-map.js';
import { LiveByName1795302000000 } from './1795302000000-live-by-name.js';
import { AnswersAndVulnerabilities1795305600000 } from './1795305600000-answers-and-vulnerabilities.js';
import { SortKeys1795390000000 } from './1795390000000-sort-keys.js';
import { RequestCounts1795400000000 } from './1795400000000-request-counts.js';
import { NameKeys1795410000000 } from './1795410000000-name-keys.js';
import { RequestLimits1795420000000 } from './1795420000000-request-limits.js';
import { AddSavedMaps1795420001000 } from './1795420001000-add-saved-maps.js';
import { Preferences1795430000000 } from './1795430000000-preferences.js';
import { Feeding1795440000000 } from './1795440000000-feeding.js';
import { RequirementsAndContracts1795450000000 } from './1795450000000-requirements-and-contracts.js';
import { EvidenceAndMerges1795460000000 } from './1795460000000-evidence-and-merges.js';
import { AdvisoriesAndProducts1795470000000 } from './1795470000000-advisories-and-products.js';
import { BrowserSessions1795480000000 } from './1795480000000-browser-sessions.js';
import { SharedTables1795490000000 } from './1795490000000-shared-tables.js';
import { Identities1795500000000 } from './1795500000000-identities.js';
import { SecondFactors1795510000000 } from './1795510000000-second-factors.js';
import { DeviceCodes1795515000000 } from './1795515000000-device-codes.js';
import { Events1795520000000 } from './1795520000000-events.js';
import { History1795525000000 } from './1795525000000-history.js';
import { Webhooks1795530000000 } from './1795530000000-webhooks.js';
import { AuditChain1795540000000 } from './1795540000000-audit-chain.js';
import { Perimeters1795570000000 } from './1795570000000-perimeters.js';
import { OutsideWrites1795580000000 } from './1795580000000-outside-writes.js';
import { FormerLinks1795581000000 } from './1795581000000-former-links.js';
import { Checks1795600000000 } from './1795600000000-checks.js';
import { Templates1795610000000 } from './1795610000000-templates.js';
import { Letters1795620000000 } from './1795620000000-letters.js';
import { Languages1795630000000 } from './1795630000000-languages.js';
import { Graphs1795640000000 } from './1795640000000-graphs.js';
import { LaterColumns1795650000000 } from './1795650000000-later-columns.js';
import { PerimeterParts1795660000000 } from './1795660000000-perimeter-parts.js';

export const MIGRATIONS = [
  TheMap1795219200000,
  LiveByName1795302000000,
  AnswersAndVulnerabilities1795305600000,
  SortKeys1795390000000,
  RequestCounts1795400000000,
  NameKeys1795410000000,
  RequestLimits1795420000000,
  AddSavedMaps1795420001000,
  Preferences1795430000000,
  Feeding1795440000000,
  RequirementsAndContracts1795450000000,
  EvidenceAndMerges1795460000000,
  AdvisoriesAndProducts1795470000000,
  BrowserSessions1795480000000,
  SharedTables1795490000000,
  Identities1795500000000,
  SecondFactors1795510000000,
  DeviceCodes1795515000000,
  Events1795520000000,
  History1795525000000,
  Webhooks1795530000000,
  AuditChain1795540000000,
  Perimeters1795570000000,
  OutsideWrites1795580000000,
  FormerLinks1795581000000,
  Checks1795600000000,
  Templates1795610000000,
  Letters1795620000000,
  Languages1795630000000,
  Graphs1795640000000,
  LaterColumns1795650000000,
  PerimeterParts1795660000000,
] satisfies MigrationClass[];
