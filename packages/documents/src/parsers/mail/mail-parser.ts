import PostalMime from 'postal-mime';

/** A part of a mail, as the parser hands it to `isInlineTextNode`, which its declarations leave out. */
interface MailPart {
  contentType: { parsed: { value: string } };
  contentDisposition: { parsed: { value: string; params: { filename?: string } } };
  /** Absent in the mail itself. */
  parentNode?: unknown;
}

/** Reads a text that a mail shows under the name of a file as an attachment, where `postal-mime` adds it to the text and drops its name. */
export class MailParser extends PostalMime {
  isInlineTextNode({ contentType, contentDisposition, parentNode }: MailPart): boolean {
    const { value: disposition, params } = contentDisposition.parsed;
    const isNamed = parentNode !== undefined && (params.filename ?? '').trim() !== '';
    return (
      disposition !== 'attachment' &&
      !isNamed &&
      ['text/plain', 'text/html'].includes(contentType.parsed.value)
    );
  }
}
