import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { FeedController } from './plans/feed.controller.js';
import { FeedHousekeeping } from './plans/housekeeping.js';
import { FeedingService } from './plans/feeding.service.js';
import { SourcesModule } from './sources/sources.module.js';

/** Feeding the map from tools. */
@Module({
  imports: [AuditModule, SourcesModule],
  controllers: [FeedController],
  providers: [FeedingService, FeedHousekeeping],
})
export class FeedModule {}
