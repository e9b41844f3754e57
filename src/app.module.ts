/** The list of modules. */
import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { apiDocument } from './api-document.js';
import { HistoryModule } from './audit/history/history.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './access/auth.module.js';
import { CalendarModule } from './checks/calendar/calendar.module.js';
import { ChecksModule } from './checks/checks.module.js';
import { LettersModule } from './checks/letters/letters.module.js';
import { CONFIG, type Config } from './config.js';
import { setPlainTexts } from './core/text/html.js';
import { Database } from './database/database.js';
import { DatabaseModule } from './database/database.module.js';
import { EventsModule } from './events/events.module.js';
import { ExchangeModule } from './exchange/exchange.module.js';
import { FeedModule } from './feed/feed.module.js';
import { ProvenanceModule } from './feed/provenance/provenance.module.js';
import { PagesModule } from './pages/pages.module.js';
import { GraphModule } from './graph/graph.module.js';
import { SearchModule } from './search/search.module.js';
import { SharedTablesModule } from './shared-tables/shared-tables.module.js';
import { TemplatesModule } from './templates/templates.module.js';
import { SummaryModule } from './summary/summary.module.js';
import { HealthModule } from './operations/health/health.module.js';
import { MaintenanceModule } from './operations/maintenance/maintenance.module.js';
import { LimitsModule } from './operations/limits/limits.module.js';
import { MAP } from './map/index.js';
import { MergeModule } from './merge/merge.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { OperationsModule } from './operations/operations.module.js';
import { CveModule } from './vulnerabilities/cve.module.js';
import { PicturesModule } from './pictures/pictures.module.js';
import { ReportsModule } from './reports/reports.module.js';
import { AccessScopes, Grants, Plans, registry } from './engine/index.js';

/** What an open database and the settings make of the program. */
export interface Opened {
  config: Config;
  source: DataSource;
  database: Database;
}

@Global()
@Module({})
export class AppModule {
  static with({ config, source, database }: Opened): DynamicModule {
    setPlainTexts(config.plainText);
    const shared = [
      { provide: CONFIG, useValue: config },
      {
        provide: AccessScopes,
        inject: [Grants],
        useFactory: (grants: Grants) => new AccessScopes(registry, database, grants),
      },
      {
        provide: Plans,
        inject: [AccessScopes],
        useFactory: (access: AccessScopes) => new Plans(registry, database, access, config),
      },
    ];
    const checks = ChecksModule.of(config);
    return {
      module: AppModule,
      imports: [
        DatabaseModule.with(source, database),
        AuditModule,
        LimitsModule,
        MaintenanceModule,
        AuthModule,
        OperationsModule,
        HealthModule,
        ReportsModule,
        GraphModule,
        SearchModule,
        SummaryModule,
        SharedTablesModule,
        TemplatesModule,
        PicturesModule,
        OpenApiModule.of(apiDocument),
        PagesModule,
        FeedModule,
        EventsModule.of(config),
        HistoryModule,
        ExchangeModule.of(registry.all()),
        ProvenanceModule.of(registry.all()),
        MergeModule,
        CveModule.of(registry.all()),
        checks,
        CalendarModule.of(config, checks),
        LettersModule.of(config, checks),
        ...MAP,
      ],
      providers: shared,
      exports: shared,
    };
  }
}
