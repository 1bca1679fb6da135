const metaCharset = /(<meta[^>]{1,300}charset\s*=\s*(?:["']\s*)?)([\w:.-]+)/i;
/** The parser of documents looks for the encoding in this many bytes. */
const headBytes = 4096;

const encodingNamed = (label: string): string | undefined => {
  try {
    return new TextDecoder(label).encoding;
  } catch {
    return undefined;
  }
};

const fromMark = (bytes: Uint8Array): string | undefined => {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : undefined;
};

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

const decodeHead = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, headBytes)).toString('latin1');

/** Encodings whose bytes are also valid UTF-8, but with a different meaning. */
const looksLikeUtf8 = /^(utf-16|iso-2022)/;

/**
 * Returns the encoding of a page. Valid UTF-8 is read as UTF-8, regardless of the declaration, because wrong declarations are more common
 * than other text that happens to be valid UTF-8. Otherwise the header counts, then the page's own declaration.
 */
const detectEncoding = (bytes: Uint8Array, declared: string): string => {
  const marked = fromMark(bytes);
  if (marked !== undefined) return marked;
  const header = encodingNamed(declared);
  if (header !== undefined && looksLikeUtf8.test(header)) return header;
  if (isUtf8(bytes)) return 'utf-8';
  const inPage = encodingNamed(metaCharset.exec(decodeHead(bytes))?.[2] ?? '');
  return [header, inPage].find((label) => label !== undefined && label !== 'utf-8') ?? 'windows-1252';
};

/** Returns a page as text, and as bytes that the parser of documents decodes in the same way. */
export const decodePage = (bytes: Uint8Array, declared: string): { html: string; bytes: Uint8Array } => {
  const encoding = detectEncoding(bytes, declared);
  const html = new TextDecoder(encoding).decode(bytes);
  const inPage = metaCharset.exec(decodeHead(bytes))?.[2]?.toLowerCase() ?? 'utf-8';
  if (encoding === 'utf-8' && inPage === 'utf-8') return { html, bytes };
  const head = html.slice(0, headBytes).replace(metaCharset, '$1utf-8');
  return { html, bytes: new TextEncoder().encode(head + html.slice(headBytes)) };
};
