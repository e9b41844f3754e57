import { Module, type DynamicModule } from '@nestjs/common';
import type { ResourceModel } from '../engine/index.js';
import { isExchanged } from './columns.js';
import { exchangeControllerOf } from './exchange.controller.js';
import { ExportService } from './export.service.js';
import { ImportService } from './import.service.js';

@Module({})
export class ExchangeModule {
  /** Import and export for those of these resources that are objects of the map. */
  static of(resources: readonly ResourceModel[]): DynamicModule {
    return {
      module: ExchangeModule,
      providers: [ExportService, ImportService],
      controllers: resources.filter(isExchanged).map(exchangeControllerOf),
    };
  }
}
