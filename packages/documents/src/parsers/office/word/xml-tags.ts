/** A tag of an XML text, with its place in the text. */
export interface Tag {
  /** With its prefix. */
  name: string;
  kind: 'open' | 'close' | 'empty';
  start: number;
  end: number;
}

const codes = { quote: 34, apostrophe: 39, end: 62 };

/** Returns the place behind a tag, past quoted values, which may contain its end. */
const findEnd = (xml: string, start: number): number => {
  let quote = 0;
  for (let at = start + 1; at < xml.length; at++) {
    const code = xml.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === codes.quote || code === codes.apostrophe) quote = code;
    else if (code === codes.end) return at + 1;
  }
  return xml.length;
};

const behind = (xml: string, mark: string, from: number): number => {
  const at = xml.indexOf(mark, from);
  return at < 0 ? xml.length : at + mark.length;
};

/** Yields the tags of an XML text in one pass. Comments, instructions and CDATA are passed over. */
export function* listTags(xml: string): Generator<Tag> {
  for (let start = xml.indexOf('<'), end = 0; start >= 0; start = xml.indexOf('<', end)) {
    if (xml.startsWith('<!--', start)) end = behind(xml, '-->', start);
    else if (xml.startsWith('<![CDATA[', start)) end = behind(xml, ']]>', start);
    else if (xml.startsWith('<?', start)) end = behind(xml, '?>', start);
    else {
      end = findEnd(xml, start);
      const isClose = xml.startsWith('</', start);
      const name = readName(xml, isClose ? start + 2 : start + 1);
      const kind = isClose ? 'close' : xml.startsWith('/>', end - 2) ? 'empty' : 'open';
      yield { name, kind, start, end };
    }
  }
}

const nameEnd = /[\s/>]/g;

const readName = (xml: string, start: number): string => {
  nameEnd.lastIndex = start;
  return xml.slice(start, nameEnd.exec(xml)?.index ?? xml.length);
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const decodeOne = (all: string, name: string): string => {
  if (!name.startsWith('#')) return entities[name] ?? all;
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10_ffff ? String.fromCodePoint(code) : all;
};

const decode = (text: string): string =>
  text.replaceAll(/&(#x[\da-f]{1,6}|#\d{1,7}|[a-z]{2,4});/gi, decodeOne);

/** Escapes a text for an element. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Returns the value of an attribute; undefined where the tag has none of this name. */
export function readAttribute(xml: string, { start, end }: Tag, name: string): string | undefined {
  const raw = xml.slice(start, Math.min(end, start + 20_000));
  const at = raw.indexOf(` ${name}=`);
  if (at < 0) return undefined;
  const from = at + name.length + 2;
  const quote = raw.slice(from, from + 1);
  const to = raw.indexOf(quote, from + 1);
  return to < 0 ? undefined : decode(raw.slice(from + 1, to));
}

/** A change of a text. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Collects changes to a text, which are added in the order of their places, and applies them all at once. */
export class Edits {
  #edits: Edit[] = [];

  replace(edit: Edit): void {
    this.#edits.push(edit);
  }

  /** Forgets the changes from a place on, because they lie in a part that is replaced. */
  dropFrom(start: number): void {
    while ((this.#edits.at(-1)?.start ?? -1) >= start) this.#edits.pop();
  }

  apply(xml: string): string {
    if (this.#edits.length === 0) return xml;
    const parts: string[] = [];
    let at = 0;
    for (const { start, end, text } of this.#edits) {
      if (start < at) continue;
      parts.push(xml.slice(at, start), text);
      at = end;
    }
    parts.push(xml.slice(at));
    return parts.join('');
  }
}
