import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { FeedController } from './runs/feed.controller.js';
import { FeedHousekeeping } from './runs/housekeeping.js';
import { FeedingService } from './runs/feeding.service.js';
import { UndoService } from './runs/undo.service.js';
import { ForgetController } from './sources/forget.controller.js';
import { ForgetService } from './sources/forget.service.js';
import { SourcesModule } from './sources/sources.module.js';

/** Feeding the map from tools. */
@Module({
  imports: [AuditModule, SourcesModule],
  controllers: [FeedController, ForgetController],
  providers: [FeedingService, UndoService, ForgetService, FeedHousekeeping],
})
export class FeedModule {}
