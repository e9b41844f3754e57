import { Module, type DynamicModule } from '@nestjs/common';
import type { ResourceModel } from '../engine/index.js';
import { GraphModule } from '../graph/graph.module.js';
import { CveImportController } from './cve-import.controller.js';
import { Exposures } from './exposures.js';
import { FoundVulnerabilities } from './found.js';
import { isProductType } from './products.js';
import { Rematch } from './rematch.js';
import { VulnerabilityEvents } from './vulnerability-events.js';
import { vulnerabilitiesControllerOf, VulnerabilitiesController } from './vulnerabilities.controller.js';
import { Vulnerabilities } from './vulnerabilities.js';
import { VulnerabilityService } from './vulnerability.service.js';

/** Known vulnerabilities: the import of feeds, and what the report of them needs. */
@Module({
  imports: [GraphModule],
  controllers: [CveImportController, VulnerabilitiesController],
  providers: [Vulnerabilities, Exposures, FoundVulnerabilities, Rematch, VulnerabilityService, VulnerabilityEvents],
  exports: [Vulnerabilities, VulnerabilityService, FoundVulnerabilities],
})
export class CveModule {
  /** The routes of what was found in objects, for those of these resources that name products. */
  static of(resources: readonly ResourceModel[]): DynamicModule {
    return {
      module: VulnerabilitiesOfObjects,
      imports: [CveModule],
      controllers: resources.filter(isProductType).map(vulnerabilitiesControllerOf),
    };
  }
}

@Module({})
class VulnerabilitiesOfObjects {}
