import PostalMime from 'postal-mime';

/** A part of a mail, as the parser hands it to `isInlineTextNode`, which its declarations leave out. */
interface MailPart {
  contentType: { parsed: { value: string } };
  contentDisposition: { parsed: { value: string; params: { filename?: string } } };
  /** Absent in the mail itself. */
  parentNode?: unknown;
}

// A text that a mail shows under the name of a file becomes an attachment, where `postal-mime` adds it to the text and drops
// its name. The method is replaced in the class itself, because `postal-mime` makes a parser of that class for each mail in a mail.
Object.assign(PostalMime.prototype, {
  isInlineTextNode({ contentType, contentDisposition, parentNode }: MailPart): boolean {
    const { value: disposition, params } = contentDisposition.parsed;
    const isNamed = parentNode !== undefined && (params.filename ?? '').trim() !== '';
    return (
      disposition !== 'attachment' &&
      !isNamed &&
      ['text/plain', 'text/html'].includes(contentType.parsed.value)
    );
  },
});

export { PostalMime as MailParser };
