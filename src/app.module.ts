/** The list of modules. */
import { Global, Module, type DynamicModule } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { AuditModule } from './audit/audit.module.js';
import { AuthModule } from './auth/auth.module.js';
import { CONFIG, type Config } from './config.js';
import { Database } from './database/database.js';
import { DatabaseModule } from './database/database.module.js';
import { HealthModule } from './health/health.module.js';
import { MAP } from './map.js';
import { Plans, registry } from './resource/index.js';

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
    const shared = [
      { provide: CONFIG, useValue: config },
      { provide: Plans, useFactory: () => new Plans(registry, database) },
    ];
    return {
      module: AppModule,
      imports: [DatabaseModule.with(source, database), AuditModule, AuthModule, HealthModule, ...MAP],
      providers: shared,
      exports: shared,
    };
  }
}
