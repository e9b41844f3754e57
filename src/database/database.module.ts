import { Global, Module, type DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { Database } from './database.js';

/** Offers an open database to the whole program: the engine's own face, and TypeORM's. */
@Global()
@Module({})
export class DatabaseModule {
  static with(source: DataSource, database: Database): DynamicModule {
    return {
      module: DatabaseModule,
      imports: [
        TypeOrmModule.forRootAsync({ useFactory: () => source.options, dataSourceFactory: async () => source }),
      ],
      providers: [{ provide: Database, useValue: database }],
      exports: [Database],
    };
  }
}
