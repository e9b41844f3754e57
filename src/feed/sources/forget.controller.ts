/** `DELETE /api/feed/sources/{name}/records`: what a source said of one object is forgotten (feeding-truth 4). */
import { Controller, Delete, HttpCode, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { contextOf } from '../../core/http/caller.js';
import { Problems } from '../../core/http/errors.js';
import { Needs } from '../../engine/index.js';
import { ForgetService } from './forget.service.js';

@Controller('api/feed/sources')
export class ForgetController {
  constructor(private readonly service: ForgetService) {}

  @Delete(':name/records')
  @Needs('feed_create')
  @HttpCode(204)
  async forget(@Req() request: FastifyRequest): Promise<void> {
    const { name } = request.params as { name: string };
    const sent = request.query as Record<string, unknown>;
    const problems = new Problems();
    const text = (key: string): string => {
      const value = sent[key];
      if (typeof value === 'string' && value) return value;
      problems.add(key, value === undefined || value === '' ? 'required' : 'string');
      return '';
    };
    const [type, ref] = [text('type'), text('ref')];
    const apart = sent['apart'];
    if (apart !== undefined && apart !== '0' && apart !== '1') problems.add('apart', 'boolean');
    problems.throwIfAny();
    await this.service.forget(name, type, ref, contextOf(request), apart === '1');
  }
}
