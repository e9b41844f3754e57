import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '../../config.js';
import { CalendarController, OwnCalendarController } from './calendar.controller.js';
import { CalendarKeys } from './calendar-keys.js';
import { DaysService } from './days.js';

/** Calendars of people, by addresses of their own. */
@Module({})
export class CalendarModule {
  /** @param checks the module of checks, whose findings the calendars tell of; nothing of it is there where that is not */
  static of({ checks: { enabled } }: Pick<Config, 'checks'>, checks: DynamicModule): DynamicModule {
    if (!enabled) return { module: CalendarModule };
    return {
      module: CalendarModule,
      imports: [checks],
      controllers: [OwnCalendarController, CalendarController],
      providers: [CalendarKeys, DaysService],
    };
  }
}
