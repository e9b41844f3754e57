/** The whole map: one module for each view. Importing it fills the registry. */
import { AdministrationViewModule } from './administration/administration.module.js';
import { ApplicationViewModule } from './application/application.module.js';
import { AuditLogsModule } from '../audit/audit-logs.module.js';
import { BusinessViewModule } from './business/business.module.js';
import { ConfigurationViewModule } from '../access/configuration-view.module.js';
import { EcosystemViewModule } from './ecosystem/ecosystem.module.js';
import { GdprViewModule } from './gdpr/gdpr.module.js';
import { LogicalInfrastructureViewModule } from './logical-infrastructure/logical-infrastructure.module.js';
import { PhysicalInfrastructureViewModule } from './physical-infrastructure/physical-infrastructure.module.js';
import { QueriesModule } from '../queries/queries.module.js';
import { SavedMapsModule } from '../graph/saved-maps/saved-maps.module.js';

export const MAP = [
  GdprViewModule,
  EcosystemViewModule,
  BusinessViewModule,
  ApplicationViewModule,
  AdministrationViewModule,
  LogicalInfrastructureViewModule,
  PhysicalInfrastructureViewModule,
  ConfigurationViewModule,
  QueriesModule,
  SavedMapsModule,
  AuditLogsModule,
];
