import { Controller, Get, Module } from '@nestjs/common';
import { Public } from '../common/access.js';
import { Database } from '../database/database.js';

/** Tells a supervisor whether the server runs, and whether it can work (contract 12). */
@Controller('health')
class HealthController {
  constructor(private readonly database: Database) {}

  @Get('live')
  @Public()
  live(): { status: string } {
    return { status: 'ok' };
  }

  /** Fails with 503 while the database is away. */
  @Get('ready')
  @Public()
  async ready(): Promise<{ status: string }> {
    await this.database.all('SELECT 1 AS one');
    return { status: 'ok' };
  }
}

@Module({ controllers: [HealthController] })
export class HealthModule {}
