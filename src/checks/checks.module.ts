import { Inject, Injectable, Module, type DynamicModule } from '@nestjs/common';
import { GraphModule } from '../graph/graph.module.js';
import { CONFIG, type Config } from '../config.js';
import { Calendar } from '../core/text/moments.js';
import { Database } from '../database/database.js';
import { Plans } from '../engine/index.js';
import { CveModule } from '../vulnerabilities/cve.module.js';
import { mapKinds } from './check.js';
import { CheckMetrics } from './check-metrics.js';
import { ChecksController } from './checks.controller.js';
import { ChecksService } from './checks.service.js';
import { EndDays } from './findings/end-days.js';
import { FindingEvents } from './findings/finding-events.js';
import { Findings } from './findings/findings.service.js';
import { findingFilters } from './findings/list-filters.js';
import { FindingsController, findingsControllerOf } from './findings/findings.controller.js';
import { Evaluation } from './run/evaluate.js';
import { NowService } from './run/now.service.js';
import { CheckRunner } from './run/runner.js';
import { ShippedChecks } from './shipped/shipped-checks.js';

/** Lists take what checks found as filters. */
@Injectable()
class FindingFilters {
  constructor(plans: Plans, database: Database, @Inject(CONFIG) { timeZone }: Config) {
    for (const filter of findingFilters(database, new Calendar(timeZone))) plans.language.add(filter);
  }
}

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
      providers: [
        ChecksService,
        EndDays,
        FindingEvents,
        Findings,
        ShippedChecks,
        Evaluation,
        NowService,
        CheckRunner,
        CheckMetrics,
        FindingFilters,
      ],
      exports: [EndDays, Findings],
    };
  }
}
