import { Module, type DynamicModule } from '@nestjs/common';
import { GraphModule } from '../graph/graph.module.js';
import { mapKinds } from './check.js';
import { ChecksController } from './checks.controller.js';
import { ChecksService } from './checks.service.js';
import { Findings } from './findings/findings.service.js';
import { FindingsController, findingsControllerOf } from './findings/findings.controller.js';
import { ShippedChecks } from './shipped/shipped-checks.js';

/** What in the map needs attention: checks, what they found, and who is told. */
@Module({
  imports: [GraphModule],
  controllers: [ChecksController, FindingsController],
  providers: [ChecksService, Findings, ShippedChecks],
  exports: [Findings],
})
export class ChecksModule {
  /** The routes of what was found in single objects besides. Resources are known once all modules of the map are. */
  static of(): DynamicModule {
    return { module: FindingsOfObjects, imports: [ChecksModule], controllers: mapKinds().map(findingsControllerOf) };
  }
}

@Module({})
class FindingsOfObjects {}
