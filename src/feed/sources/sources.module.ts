import { Module } from '@nestjs/common';
import { registry } from '../../engine/index.js';
import { Kinds } from '../plan/kinds.js';
import { FeedMetrics } from './feed-metrics.js';
import { MergeRecords } from './merge-records.js';
import { SourceAnswers } from './source-answers.js';
import { SourcesController } from './sources.controller.js';
import { SourcesService } from './sources.service.js';

/** The sources of feeding, and the types that can be fed. */
@Module({
  controllers: [SourcesController],
  providers: [
    { provide: Kinds, useFactory: () => new Kinds(registry.all()) },
    SourcesService,
    SourceAnswers,
    FeedMetrics,
    MergeRecords,
  ],
  exports: [Kinds, SourcesService, FeedMetrics],
})
export class SourcesModule {}
