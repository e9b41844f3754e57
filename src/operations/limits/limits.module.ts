import { Global, Module } from '@nestjs/common';
import { KeptAnswers } from './idempotency-store.js';
import { RateLimit } from './rate-limit.js';
import { TokenLimitController, UserLimitController } from './request-limits.controller.js';
import { RequestLimitsService } from './request-limits.service.js';
import { SharedBuckets } from './token-bucket.js';

@Global()
@Module({
  controllers: [UserLimitController, TokenLimitController],
  providers: [RateLimit, SharedBuckets, KeptAnswers, RequestLimitsService],
  exports: [RateLimit, KeptAnswers],
})
export class LimitsModule {}
