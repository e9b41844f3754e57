import { Module } from '@nestjs/common';
import { resourceModule } from '../engine/index.js';
import { AuditLog } from './audit-log.entity.js';
import { VerifyController } from './chain/verify.controller.js';
import { PeopleController } from './people.controller.js';
import { RedactionController } from './redaction/redaction.controller.js';
import { RedactionService } from './redaction/redaction.service.js';
import { Siem } from './siem/siem.js';
import { PeopleService } from './people.service.js';

/** Serves the journal; what writes it stands in `audit.module.ts`, which every other module may use. */
@Module({
  imports: [resourceModule(AuditLog)],
  controllers: [PeopleController, VerifyController, RedactionController],
  providers: [PeopleService, RedactionService, Siem],
})
export class AuditLogsModule {}
