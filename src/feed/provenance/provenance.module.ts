import { Module, type DynamicModule } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { Plans, type ResourceModel } from '../../engine/index.js';
import { SourcesModule } from '../sources/sources.module.js';
import { feedFilters, canBeFed } from './list-filters.js';
import { provenanceControllerOf } from './provenance.controller.js';
import { ProvenanceService } from './provenance.service.js';

@Module({})
export class ProvenanceModule {
  constructor(plans: Plans, database: Database) {
    for (const filter of feedFilters(database, plans.language)) plans.language.add(filter);
  }

  /** What is known of objects, for those of these resources that can be fed. */
  static of(resources: readonly ResourceModel[]): DynamicModule {
    return {
      module: ProvenanceModule,
      imports: [SourcesModule],
      providers: [ProvenanceService],
      controllers: resources.filter(canBeFed).map(provenanceControllerOf),
    };
  }
}
