import { Module } from '@nestjs/common';
import { resourceModule } from '../../engine/index.js';
import { SavedMap } from './saved-map.entity.js';

@Module({ imports: [resourceModule(SavedMap)] })
export class SavedMapsModule {}
