import { Global, Module } from '@nestjs/common';
import { LoadShedding } from './load-shedding.js';
import { Lifecycle } from './graceful-shutdown.js';
import { Metrics } from './metrics.js';
import { MetricsController } from './metrics.controller.js';
import { Overload } from './overload.js';
import { RequestMetrics } from './request-metrics.js';

/** What those need who run the server (contract 10 and 12). */
@Global()
@Module({
  controllers: [MetricsController],
  providers: [Lifecycle, Overload, RequestMetrics, LoadShedding, Metrics],
  exports: [Lifecycle, Metrics, RequestMetrics],
})
export class OperationsModule {}
