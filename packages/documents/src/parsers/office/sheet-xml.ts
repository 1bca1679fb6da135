import { SaxesParser } from 'saxes';

export interface XmlVisitor {
  /** `name` and the names of attributes come without their namespace prefix. */
  open?: (name: string, attributes: ReadonlyMap<string, string>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Reads an XML part piece by piece. After each piece it yields and then forgets what the visitor has added to `found`. Throws for XML that
 * is not well-formed. A part that ends early is read up to its end.
 */
export async function* readXml<T>(
  part: AsyncIterable<string>,
  visitor: XmlVisitor,
  found: T[],
): AsyncGenerator<T> {
  const parser = new SaxesParser();
  const { open, text, close } = visitor;
  if (open)
    parser.on('opentag', ({ name, attributes }) =>
      open(
        localName(name),
        new Map(Object.entries(attributes).map(([key, value]) => [localName(key), value])),
      ),
    );
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  if (close) parser.on('closetag', ({ name }) => close(localName(name)));
  for await (const piece of part) {
    parser.write(piece);
    yield* found.splice(0);
  }
}

/** Reads a whole XML part. */
export async function visitXml(part: AsyncIterable<string>, visitor: XmlVisitor): Promise<void> {
  const reading = readXml(part, visitor, []);
  while (!(await reading.next()).done) continue;
}
