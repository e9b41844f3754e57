/** What the graph leaves to whoever draws pictures, and which it does not know: they say so here when the server starts. */
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Walk } from './questions.js';

/** How a kind looks in pictures. */
export interface DrawingStyle {
  /** `#rrggbb`, for lines on light ground. */
  colour: string;
  /** SVG: shapes of lines within a square of 24 units. */
  icon: string;
}

/** Draws pictures. */
export interface Draws {
  /** Answers a request for a walk, whose parameters have been checked, with its picture. */
  walk(asked: { route: Walk; download: boolean }, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply>;
  /** The looks of some kinds: all nodes of the graph, or all connectors, in the order of the registry. */
  looks(kinds: ReadonlyArray<{ path: string; view: string }>): ReadonlyMap<string, DrawingStyle>;
}

@Injectable()
export class Drawing {
  private draws: Draws | undefined;

  /** To be called before the server listens. */
  by(draws: Draws): void {
    this.draws = draws;
  }

  /** Who draws. Throws if nobody does: the program was put together without its pictures. */
  get drawn(): Draws {
    if (!this.draws) throw new Error('Nobody draws: the module of pictures is missing.');
    return this.draws;
  }
}
