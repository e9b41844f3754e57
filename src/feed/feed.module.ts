import { Module } from '@nestjs/common';
import { AuditModule } from '../audit/audit.module.js';
import { FeedController } from './plans/feed.controller.js';
import { FeedingService } from './plans/feeding.service.js';
import { SourcesModule } from './sources/sources.module.js';

/** Feeding the map from tools. */
@Module({
  imports: [AuditModule, SourcesModule],
  controllers: [FeedController],
  providers: [FeedingService],
})
export class FeedModule {}
