import type { Options } from '@swc/core';

/** How swc compiles a file. */
export const COMPILER: Options;

/** Teaches `require` to read TypeScript; returns source maps by path. */
export function register(): Map<string, string>;
