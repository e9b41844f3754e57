import { Module, type DynamicModule } from '@nestjs/common';
import { GraphModule } from '../graph/graph.module.js';
import type { Config } from '../config.js';
import { CveModule } from '../vulnerabilities/cve.module.js';
import { mapKinds } from './check.js';
import { ChecksController } from './checks.controller.js';
import { ChecksService } from './checks.service.js';
import { Findings } from './findings/findings.service.js';
import { FindingsController, findingsControllerOf } from './findings/findings.controller.js';
import { Evaluation } from './run/evaluate.js';
import { NowService } from './run/now.service.js';
import { CheckRunner } from './run/runner.js';
import { ShippedChecks } from './shipped/shipped-checks.js';

/** What in the map needs attention: checks, what they found, and who is told. */
@Module({})
export class ChecksModule {
  /** Nothing of it is there where the map is not checked. Resources are known once all modules of the map are. */
  static of({ checks }: Config): DynamicModule {
    if (!checks.enabled) return { module: ChecksModule };
    return {
      module: ChecksModule,
      imports: [GraphModule, CveModule],
      controllers: [ChecksController, FindingsController, ...mapKinds().map(findingsControllerOf)],
      providers: [ChecksService, Findings, ShippedChecks, Evaluation, NowService, CheckRunner],
      exports: [Findings],
    };
  }
}
