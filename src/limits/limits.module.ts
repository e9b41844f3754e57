import { Global, Module } from '@nestjs/common';
import { KeptAnswers } from './kept-answers.js';
import { RateLimit } from './rate-limit.js';
import { SharedCounts } from './shared-counts.js';

@Global()
@Module({ providers: [RateLimit, SharedCounts, KeptAnswers], exports: [RateLimit, KeptAnswers] })
export class LimitsModule {}
