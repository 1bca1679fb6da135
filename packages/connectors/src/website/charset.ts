import { decodeText, findPageDeclarations } from '@atelier/documents/encoding';

const metaCharset = /(<meta[^>]{1,300}charset\s*=\s*(?:["']\s*)?)([\w:.-]+)/gi;
/** The parser of documents looks for the encoding in this many bytes. */
const headBytes = 64 * 1024;

/**
 * Returns a page as text, and as bytes that the parser of documents decodes in the same way. Bytes of UTF-8 stay as they are, so that the
 * parser notes what is wrong with them.
 */
export const decodePage = (bytes: Uint8Array, declared: string): { html: string; bytes: Uint8Array } => {
  const inPage = findPageDeclarations(bytes);
  const { text: html, encoding } = decodeText(bytes, [declared, ...inPage]);
  if (encoding === 'utf-8' && inPage.every((label) => /^utf-?8$/i.test(label))) return { html, bytes };
  const head = html.slice(0, headBytes).replace(metaCharset, '$1utf-8');
  return { html, bytes: new TextEncoder().encode(head + html.slice(headBytes)) };
};
