import { Module } from '@nestjs/common';
import { resourceModule } from '../../engine/index.js';
import { DataProcessing } from './data-processing.entity.js';
import { SecurityControl } from './security-control.entity.js';

@Module({
  imports: [resourceModule(DataProcessing, SecurityControl)],
})
export class GdprViewModule {}
