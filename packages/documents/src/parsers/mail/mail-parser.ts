import PostalMime from 'postal-mime';
import { decodeText, findPageDeclarations } from '../../encoding/index.ts';

/** A part of a mail, as the parser hands it to `isInlineTextNode`, which its declarations leave out. */
interface MailPart {
  contentType: { parsed: { value: string; params: Record<string, string> } };
  contentDisposition: { parsed: { value: string; params: { filename?: string } } };
  /** Absent in the mail itself. */
  parentNode?: unknown;
  /** The bytes of the part without their transfer encoding. */
  content?: ArrayBuffer | Uint8Array | null;
}

/** Puts the text of a part into UTF-8, which the library believes where it believes every charset that a part declares. */
const toUtf8 = (part: MailPart): void => {
  if (!part.content) return;
  const bytes = new Uint8Array(part.content);
  const { value, params } = part.contentType.parsed;
  const inPage = value === 'text/html' ? findPageDeclarations(bytes) : [];
  part.content = Buffer.from(decodeText(bytes, [params.charset ?? '', ...inPage]).text);
  params.charset = 'utf-8';
};

// A text that a mail shows under the name of a file becomes an attachment, where `postal-mime` adds it to the text and drops
// its name. The method is replaced in the class itself, because `postal-mime` makes a parser of that class for each mail in a mail.
Object.assign(PostalMime.prototype, {
  isInlineTextNode(part: MailPart): boolean {
    const { contentType, contentDisposition, parentNode } = part;
    const { value: disposition, params } = contentDisposition.parsed;
    const isNamed = parentNode !== undefined && (params.filename ?? '').trim() !== '';
    const isText =
      disposition !== 'attachment' &&
      !isNamed &&
      ['text/plain', 'text/html'].includes(contentType.parsed.value);
    if (isText) toUtf8(part);
    return isText;
  },
});

export { PostalMime as MailParser };
