/** A part of a page that is read by itself: until it is there it says so, and where it fails it says why. */
import type { VNode } from 'preact';
import { useAnswer } from '../api/use-answer.js';
import { Answered } from './answered.js';

interface PartOptions<T> {
  /** The request; the part is drawn from what it answers. */
  path: string;
  children: (body: T) => VNode;
}

/** `T` is what the request answers, of which nothing is checked. */
export function Read<T>({ path, children }: PartOptions<T>): VNode {
  const { answer, again } = useAnswer(path);
  return (
    <Answered<T> answer={answer} again={again}>
      {children}
    </Answered>
  );
}
