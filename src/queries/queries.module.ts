import { Module } from '@nestjs/common';
import { resourceModule } from '../resource/index.js';
import { SavedQuery } from './saved-query.entity.js';

@Module({ imports: [resourceModule(SavedQuery)] })
export class QueriesModule {}
