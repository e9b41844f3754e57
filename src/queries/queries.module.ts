import { Global, Module } from '@nestjs/common';
import { resourceModule } from '../engine/index.js';
import { QueryRunner } from './run/query-runner.js';
import { SavedQueriesController } from './saved-queries.controller.js';
import { SavedQueriesService } from './saved-queries.service.js';
import { SavedQuery } from './saved-query.entity.js';

/** Global, since the module that is made for the resource asks for the runner. */
@Global()
@Module({
  imports: [resourceModule({ entity: SavedQuery, service: SavedQueriesService, controller: SavedQueriesController })],
  providers: [QueryRunner],
  exports: [QueryRunner],
})
export class QueriesModule {}
