/**
 * Bodies of routes that serve no resource, as DTOs: classes whose members say with class-transformer how they are read and with
 * `Check` what they take. Nest's ValidationPipe applies them; what is wrong is answered as everywhere (contract 10).
 */
import { createParamDecorator, ValidationPipe, type ExecutionContext } from '@nestjs/common';
import * as classTransformer from 'class-transformer';
import * as classValidator from 'class-validator';
import type { FastifyRequest } from 'fastify';
import type { Message } from '../i18n/messages.js';
import { Problems, type ValidationError } from './errors.js';
import { readObject } from './request-body.js';

/** What is wrong with a value, if anything. */
type Problem = (value: unknown) => Message | undefined;

/** A rule for the value of a member, by a name of its own; several may be broken at once, and are answered in their order. */
export const Check = (name: string, problem: Problem): PropertyDecorator =>
  classValidator.ValidateBy(
    {
      name,
      validator: {
        validate: (value) => problem(value) === undefined,
        // Without a text the library leaves the context away.
        defaultMessage: (args) => problem(args!.value)!.in('en'),
      },
    },
    { context: { problem } },
  ) as PropertyDecorator;

/** A value is sent: neither null nor an empty text. */
export const isSent = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

/**
 * The members of a body as DTOs take them: plain values, and lists of texts or of numbers. What else stands in place of one, a list or an object, becomes
 * an empty list, which no rule takes: the library would follow it to any depth, and call what an object names its constructor.
 */
const plainMembers = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      typeof value === 'object' && value !== null ? plainList(value) : value,
    ]),
  );

const plainList = (value: object): unknown[] =>
  Array.isArray(value) && value.every((item) => ['string', 'number'].includes(typeof item)) ? value : [];

const Members = createParamDecorator(
  async (_data: unknown, context: ExecutionContext): Promise<Record<string, unknown>> =>
    plainMembers(await readObject(context.switchToHttp().getRequest<FastifyRequest>())),
);

const PIPE = new ValidationPipe({
  transform: true,
  validateCustomDecorators: true,
  validatorPackage: classValidator,
  transformerPackage: classTransformer,
  exceptionFactory: (broken): ValidationError => {
    const problems = new Problems();
    for (const { property, value, contexts = {} } of broken) {
      for (const { problem } of Object.values(contexts) as Array<{ problem: Problem }>) {
        problems.put(property, problem(value)!);
      }
    }
    return problems.toError();
  },
});

/** The body of a request as the DTO that the parameter is declared to be; it is read once the guards have let the request in. */
export const RequestBody = (): ParameterDecorator => Members(PIPE);
