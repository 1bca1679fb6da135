import { decodeDeclared, findBadByte, findXmlDeclaration } from '@atelier/documents/encoding';
import { AppError } from '../../base/errors.ts';

export const parseCharset = (contentType: string): string | undefined =>
  /;\s*charset\s*=\s*"?([\w.:+-]{1,40})/i.exec(contentType)?.[1];

const unreadable = (bytes: Uint8Array, encoding: string): AppError => {
  const at = findBadByte(bytes, encoding);
  const byte = (bytes[at] ?? 0).toString(16).padStart(2, '0');
  return new AppError(
    'request.unreadable',
    { encoding, byte: at + 1 },
    {
      message: `The text is not ${encoding}: byte ${at + 1} (0x${byte}) does not fit. Please send the right charset in the content type.`,
    },
  );
};

const unknown = (encoding: string): AppError =>
  new AppError(
    'request.encoding_unknown',
    { encoding },
    { message: `The encoding “${encoding}” is not known here. Please send UTF-8.` },
  );

const isXml = (contentType: string): boolean => /[/+]xml\s*(?:;|$)/i.test(contentType);

/**
 * Returns the text of a body. Its encoding is that of the mark at its beginning, else that of the content type, of its XML
 * declaration, or of the zero bytes in its first character, else UTF-8. Throws `request.encoding_unknown`, and `request.unreadable`
 * with the first byte that does not fit: no character is ever replaced.
 */
export const decodeText = (bytes: Uint8Array, contentType: string): string => {
  const label = parseCharset(contentType) ?? (isXml(contentType) ? findXmlDeclaration(bytes) : undefined);
  const decoded = decodeDeclared(bytes, label);
  if (decoded === undefined) throw unknown((label ?? '').toLowerCase());
  if (decoded.badPlaces !== null) throw unreadable(bytes, decoded.encoding);
  return decoded.text;
};
