import { Global, Module } from '@nestjs/common';
import { Gate } from './load-shedding.js';
import { Lifecycle } from './lifecycle.js';
import { Metrics } from './metrics.js';
import { MetricsController } from './metrics.controller.js';
import { Pressure } from './overload.js';
import { Traffic } from './request-metrics.js';

/** What those need who run the server (contract 10 and 12). */
@Global()
@Module({
  controllers: [MetricsController],
  providers: [Lifecycle, Pressure, Traffic, Gate, Metrics],
  exports: [Lifecycle, Traffic],
})
export class OperationsModule {}
