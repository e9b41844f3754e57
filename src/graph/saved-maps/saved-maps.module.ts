import { Module } from '@nestjs/common';
import { resourceModule } from '../../engine/index.js';
import { MergeSavedMaps } from './merge-saved-maps.js';
import { SavedMap } from './saved-map.entity.js';

@Module({ imports: [resourceModule(SavedMap)], providers: [MergeSavedMaps] })
export class SavedMapsModule {}
