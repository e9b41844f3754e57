/**
 * Schemas of settings: a class whose members say by a decorator under which name a value stands in the environment, how its text
 * is read, and which sentence says that it is wrong. The initial value of a member is the default.
 */
import { Expose, plainToInstance, Transform } from 'class-transformer';
import { ValidateBy, validateSync } from 'class-validator';
import { parseBoolean } from './text/booleans.js';

/** The variables of a process, by their names. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Text that is not what a setting takes. */
class Wrong {
  constructor(readonly text: string) {}
}

/**
 * A setting whose text `read` turns into a value; undefined where it cannot, for which `sentence` has the words. Blanks around the text do
 * not count, and an empty one is none.
 */
export function Setting<T>(
  name: string,
  read: (text: string) => T | undefined,
  sentence: (text: string) => string,
): PropertyDecorator {
  const decorators = [
    Expose({ name }),
    Transform(({ value }: { value: string | undefined }) => {
      const text = value?.trim();
      return text ? (read(text) ?? new Wrong(text)) : undefined;
    }),
    ValidateBy({
      name,
      validator: {
        validate: (value) => !(value instanceof Wrong),
        defaultMessage: (args) => sentence((args!.value as Wrong).text),
      },
    }),
  ];
  return (target, key) => decorators.forEach((decorate) => decorate(target, key as string));
}

/** Any text. */
export const Text = (name: string): PropertyDecorator =>
  Setting(
    name,
    (text) => text,
    () => '',
  );

/** A secret, with blanks as they are. */
export const Secret = (name: string): PropertyDecorator => {
  const expose = Expose({ name });
  const keep = Transform(({ value }: { value: string | undefined }) => value || undefined);
  return (target, key) => [expose, keep].forEach((decorate) => decorate(target, key as string));
};

/** A whole number of a range; `times` turns it into the unit of the member. */
export const WholeNumber = (name: string, min: number, max: number, times = 1): PropertyDecorator =>
  Setting(
    name,
    (text) => {
      const value = Number(text);
      return Number.isInteger(value) && value >= min && value <= max ? value * times : undefined;
    },
    (text) => `${name} must be a whole number from ${min} to ${max}, not '${text}'.`,
  );

const SECONDS: Readonly<Record<string, number>> = { '': 1, s: 1, m: 60, h: 3600, d: 86400 };

/** A time in seconds: a number of them, or one followed by s, m, h or d; a minute or more unless `least` says otherwise. */
export const Duration = (name: string, least = 60): PropertyDecorator =>
  Setting(
    name,
    (text) => {
      const [, number, unit] = /^(\d{1,9})\s*([smhd]?)$/.exec(text) ?? [];
      const seconds = number === undefined ? 0 : Number(number) * SECONDS[unit!]!;
      return seconds >= least ? seconds : undefined;
    },
    (text) => {
      const [unit, examples] = least === 60 ? ['minute', '12h, 30m or 3600'] : ['second', '20s, 2m or 20'];
      return `${name} must be a time of a ${unit} or more, such as ${examples}, not '${text}'.`;
    },
  );

/** Yes or no, in the words of `parseBoolean`. */
export const Flag = (name: string): PropertyDecorator =>
  Setting(name, parseBoolean, (text) => `${name} must be true or false, not '${text.toLowerCase()}'.`);

/** One of some words. */
export const OneOf = (name: string, allowed: readonly string[]): PropertyDecorator =>
  Setting(
    name,
    (text) => (allowed.includes(text) ? text : undefined),
    (text) => `${name} must be one of ${allowed.join(', ')}, not '${text}'.`,
  );

/** What an environment says, by a schema. What is wrong is added to `problems`, a sentence for each. */
export function readSettings<T extends object>(schema: new () => T, environment: Environment, problems: string[]): T {
  const settings = plainToInstance(schema, environment, { excludeExtraneousValues: true, exposeUnsetFields: false });
  for (const { constraints } of validateSync(settings)) problems.push(...Object.values(constraints ?? {}));
  return settings;
}
