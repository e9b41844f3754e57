import { Module } from '@nestjs/common';
import { resourceModule } from '../engine/index.js';
import { AuditLog } from './audit-log.entity.js';

/** Serves the journal; what writes it stands in `audit.module.ts`, which every other module may use. */
@Module({ imports: [resourceModule(AuditLog)] })
export class AuditLogsModule {}
