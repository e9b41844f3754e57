import { Module } from '@nestjs/common';
import { resourceModule } from '../../engine/index.js';
import { Diagram } from './diagram.entity.js';
import { MergeSavedMaps } from './merge-saved-maps.js';
import { SavedMap } from './saved-map.entity.js';

@Module({ imports: [resourceModule(SavedMap, Diagram)], providers: [MergeSavedMaps] })
export class SavedMapsModule {}
