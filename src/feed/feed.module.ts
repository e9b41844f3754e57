import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { FeedController } from './runs/feed.controller.js';
import { FeedHousekeeping } from './runs/housekeeping.js';
import { FeedingService } from './runs/feeding.service.js';
import { SourcesModule } from './sources/sources.module.js';

/** Feeding the map from tools. */
@Module({
  imports: [AuditModule, SourcesModule],
  controllers: [FeedController],
  providers: [FeedingService, FeedHousekeeping],
})
export class FeedModule {}
