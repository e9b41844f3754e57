import { Module } from '@nestjs/common';
import { SharedTablesController } from './shared-tables.controller.js';
import { SharedTablesService } from './shared-tables.service.js';

@Module({ controllers: [SharedTablesController], providers: [SharedTablesService] })
export class SharedTablesModule {}
