import { Module } from '@nestjs/common';
import { SearchModule } from '../search/search.module.js';
import { GraphController } from './graph.controller.js';
import { GraphService } from './graph.service.js';
import { Drawing } from './drawing.js';

@Module({
  imports: [SearchModule],
  controllers: [GraphController],
  providers: [GraphService, Drawing],
  exports: [GraphService, Drawing],
})
export class GraphModule {}
