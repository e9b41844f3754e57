import { Module, type DynamicModule } from '@nestjs/common';
import type { Config } from '../../config.js';
import { Digest } from './digest.js';
import { OwnLettersController, UnsubscribeController } from './letters.controller.js';
import { LettersService } from './letters.service.js';
import { LetterSender } from './sender.js';
import { WatchedChanges } from './watched.js';

/** Letters to people, of what checks found and of what they watch. */
@Module({})
export class LettersModule {
  /** @param checks the module of checks, whose findings the letters tell of; nothing of it is there where that is not */
  static of({ checks: { enabled } }: Pick<Config, 'checks'>, checks: DynamicModule): DynamicModule {
    if (!enabled) return { module: LettersModule };
    return {
      module: LettersModule,
      imports: [checks],
      controllers: [OwnLettersController, UnsubscribeController],
      providers: [Digest, LettersService, LetterSender, WatchedChanges],
    };
  }
}
