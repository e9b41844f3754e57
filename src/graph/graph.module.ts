import { Module } from '@nestjs/common';
import { GraphController } from './graph.controller.js';
import { GraphService } from './graph.service.js';
import { Drawing } from './drawing.js';

@Module({ controllers: [GraphController], providers: [GraphService, Drawing], exports: [GraphService, Drawing] })
export class GraphModule {}
