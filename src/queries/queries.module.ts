import { Module } from '@nestjs/common';
import { resourceModule } from '../resource/index.js';
import { SavedQueriesController } from './saved-queries.controller.js';
import { SavedQueriesService } from './saved-queries.service.js';
import { SavedQuery } from './saved-query.entity.js';

@Module({
  imports: [resourceModule({ entity: SavedQuery, service: SavedQueriesService, controller: SavedQueriesController })],
})
export class QueriesModule {}
