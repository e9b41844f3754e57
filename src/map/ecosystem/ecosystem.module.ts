import { Module } from '@nestjs/common';
import { resourceModule } from '../../engine/index.js';
import { EcosystemEntity } from './ecosystem-entity.entity.js';
import { EntityRelation } from './entity-relation.entity.js';

@Module({
  imports: [resourceModule(EcosystemEntity, EntityRelation)],
})
export class EcosystemViewModule {}
