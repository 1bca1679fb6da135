/** The kind of a reply, by its content type and its bytes. */
export type FileKind = { kind: 'page' } | { kind: 'document'; ending: string } | { kind: 'other' };

const other: FileKind = { kind: 'other' };

const endingsByType = new Map([
  ['application/pdf', 'pdf'],
  ['application/msword', 'doc'],
  ['application/vnd.ms-excel', 'xls'],
  ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['application/vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
  ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['application/vnd.oasis.opendocument.text', 'odt'],
  ['application/vnd.oasis.opendocument.presentation', 'odp'],
  ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
  ['application/epub+zip', 'epub'],
  ['application/rtf', 'rtf'],
  ['text/rtf', 'rtf'],
  ['text/csv', 'csv'],
  ['text/tab-separated-values', 'tsv'],
  ['text/markdown', 'md'],
  ['text/plain', 'txt'],
  ['application/json', 'json'],
  ['application/x-ndjson', 'jsonl'],
]);

const archives = new Set(['docx', 'pptx', 'xlsx', 'odt', 'odp', 'ods', 'epub']);
const compound = new Set(['doc', 'xls']);
const plain = new Set(['csv', 'tsv', 'md', 'txt', 'json', 'jsonl']);
const known = new Set([...endingsByType.values()]);
const pageTypes = new Set(['text/html', 'application/xhtml+xml']);
/** Content types that servers send when they do not know the real one; the name and the bytes then decide. */
const vague = new Set(['', 'application/octet-stream', 'binary/octet-stream', 'application/download']);

const foreignEndings =
  /\.(png|jpe?g|gif|webp|avif|svg|ico|bmp|tiff?|mp[34]|m4[av]|webm|og[gv]|wav|avi|mov|zip|gz|tgz|bz2|xz|7z|rar|exe|msi|dmg|apk|iso|jar|css|js|mjs|map|woff2?|ttf|otf|eot|rss|atom)$/i;

/** Returns true when the name alone shows that there is no text, so that the file need not be requested. */
export const hasForeignEnding = (url: URL): boolean => foreignEndings.test(url.pathname);

export const parseMediaType = (contentType: string | null): string =>
  (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

export const parseCharset = (contentType: string | null): string =>
  /charset\s*=\s*["']?([\w:.-]+)/i.exec((contentType ?? '').slice(0, 200))?.[1] ?? '';

/** Returns true for content types that are or may be those of a page. */
export const isPageType = (type: string): boolean => type === '' || pageTypes.has(type);

/** Returns true for content types that may contain text, before the body is read. */
export const mayHaveText = (type: string): boolean =>
  vague.has(type) || pageTypes.has(type) || endingsByType.has(type);

const startsWith = (head: string, ...signatures: string[]) =>
  signatures.some((signature) => head.startsWith(signature));

const isBinary = (bytes: Uint8Array): boolean => {
  const sample = bytes.subarray(0, 4096);
  const isWide = sample[0] === 0xff || sample[0] === 0xfe;
  const controls = sample.filter(
    (byte) => byte < 32 && byte !== 0 && !(byte >= 8 && byte <= 13) && byte !== 27,
  );
  const nuls = sample.filter((byte) => byte === 0);
  return !isWide && (controls.length > 3 + sample.length * 0.02 || nuls.length > sample.length * 0.6);
};

const toDocumentKind = (endings: ReadonlySet<string>, ending: string): FileKind =>
  endings.has(ending) ? { kind: 'document', ending } : other;

/** Recognises a file by its first bytes. */
const bySignature = (bytes: Uint8Array, head: string, ending: string): FileKind | undefined => {
  if (startsWith(head.trimStart(), '%PDF-')) return { kind: 'document', ending: 'pdf' };
  if (startsWith(head, 'PK\x03\x04')) return toDocumentKind(archives, ending);
  if (startsWith(head, '\xd0\xcf\x11\xe0')) return toDocumentKind(compound, ending);
  if (startsWith(head.trimStart(), '{\\rtf')) return { kind: 'document', ending: 'rtf' };
  const isForeign = startsWith(head, '\x89PNG', 'GIF8', '\xff\xd8\xff', 'MZ\x90', '\x7fELF');
  return isForeign || isBinary(bytes) ? other : undefined;
};

/** Determines the kind of a file. Its bytes take precedence over the content type: a picture called a page is a picture. */
export const fileKind = (bytes: Uint8Array, type: string, url: URL): FileKind => {
  const named = /\.([a-z0-9]{2,5})$/i.exec(url.pathname)?.[1]?.toLowerCase() ?? '';
  const byName = known.has(named) ? named : '';
  const ending = endingsByType.get(type) ?? byName;
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  const found = bySignature(bytes, head, ending);
  if (found) return found;
  const looksLikePage = vague.has(type) && /<(!doctype html|html|head|body)\b/i.test(head);
  if (pageTypes.has(type) || looksLikePage) return { kind: 'page' };
  // Most servers send Markdown as plain text.
  return toDocumentKind(plain, type === 'text/plain' && plain.has(byName) ? byName : ending);
};
