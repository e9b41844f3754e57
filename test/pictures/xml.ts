/** Reads XML as strictly as the standard has it. */
import { SaxesParser } from 'saxes';

/** An element with what is in it. */
export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

/** The outermost element. Throws what is wrong with the text. */
export function parseXml(text: string): Element {
  const parser = new SaxesParser({ xmlns: false });
  const top: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = {
      name,
      attributes: { ...(attributes as Record<string, string>) },
      children: [],
      text: '',
    };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on('text', (part) => (open.at(-1)!.text += part));
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  return top.children[0]!;
}

/** An element and all elements in it. */
export function* all(element: Element): Iterable<Element> {
  yield element;
  for (const child of element.children) yield* all(child);
}
