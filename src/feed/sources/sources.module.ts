import { Module } from '@nestjs/common';
import { registry } from '../../engine/index.js';
import { Kinds } from '../plan/kinds.js';
import { SourcesService } from './sources.service.js';

/** The sources of feeding, and the types that can be fed. */
@Module({
  providers: [{ provide: Kinds, useFactory: () => new Kinds(registry.all()) }, SourcesService],
  exports: [Kinds, SourcesService],
})
export class SourcesModule {}
