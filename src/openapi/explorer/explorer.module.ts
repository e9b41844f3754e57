import { Module } from '@nestjs/common';
import { ExplorerController, RootController } from './explorer.controller.js';

@Module({ controllers: [ExplorerController, RootController] })
export class ExplorerModule {}
