import iconv from 'iconv-lite';

/** The code pages of Windows and IBM by the encoding that contains all of their characters. */
const codePages: ReadonlyMap<string, string> = new Map([
  ...[['874', 'windows-874'] as const, ['932', 'shift_jis'] as const, ['943', 'shift_jis'] as const],
  ...[['936', 'gb18030'] as const, ['949', 'euc-kr'] as const, ['950', 'big5'] as const],
  ...[['51932', 'euc-jp'] as const, ['54936', 'gb18030'] as const, ['65001', 'utf-8'] as const],
  ...[['50220', 'iso-2022-jp'] as const, ['50221', 'iso-2022-jp'] as const, ['20866', 'koi8-r'] as const],
]);

/** Names without separators that the WHATWG standard does not list. */
const aliases: ReadonlyMap<string, string> = new Map([
  ...[['eucjp', 'euc-jp'] as const, ['euckr', 'euc-kr'] as const, ['uhc', 'euc-kr'] as const],
  ...[
    ['shiftjis', 'shift_jis'] as const,
    ['mskanji', 'shift_jis'] as const,
    ['junet', 'iso-2022-jp'] as const,
  ],
  ...[
    ['iso2022jp', 'iso-2022-jp'] as const,
    ['iso2022jp1', 'iso-2022-jp'] as const,
    ['iso2022jp2', 'iso-2022-jp'] as const,
  ],
  ...[
    ['eucc', 'gb18030'] as const,
    ['euccn', 'gb18030'] as const,
    ['hebrewlogical', 'windows-1255'] as const,
  ],
  ...[['utf32', 'utf-32be'] as const, ['utf32le', 'utf-32le'] as const, ['utf32be', 'utf-32be'] as const],
  ...[['utf7', 'utf-7'] as const, ['unicode11utf7', 'utf-7'] as const, ['utf8mb4', 'utf-8'] as const],
  ...[
    ['cp500', 'ibm500'] as const,
    ['ibm500', 'ibm500'] as const,
    ['ebcdic', 'ibm500'] as const,
    ['ibm037', 'ibm500'] as const,
  ],
  ...[['maccyrillic', 'x-mac-cyrillic'] as const, ['tis620', 'windows-874'] as const],
]);

/** The encodings that only `iconv-lite` decodes. It also converts what is no text, such as base64. */
const oldCodePage = /^(?:cp|ibm|windows|mac|iso8859)[a-z\d]{2,12}$/;

const standardName = (label: string): string | undefined => {
  try {
    const { encoding } = new TextDecoder(label);
    // GBK is a part of GB 18030, and texts that declare it contain more.
    return encoding === 'gbk' ? 'gb18030' : encoding;
  } catch {
    return undefined;
  }
};

/**
 * Returns the name of the encoding that a label of the WHATWG, of a code page or of a mail program names; undefined when no such encoding is
 * known. Standard: https://encoding.spec.whatwg.org.
 */
export function resolveEncoding(label: string): string | undefined {
  const written = label.trim().toLowerCase();
  const standard = standardName(written);
  if (standard !== undefined) return standard;
  const bare = written.replace(/^(?:x-ms-|x-|cs)/, '').replace(/[\s._-]+/g, '');
  const page = codePages.get(/^(?:cp|windows|ms|ibm)(\d+)$/.exec(bare)?.[1] ?? '');
  const found = page ?? aliases.get(bare) ?? standardName(bare);
  if (found !== undefined) return found;
  return oldCodePage.test(bare) && iconv.encodingExists(bare) ? bare : undefined;
}

const titles: ReadonlyMap<string, string> = new Map([
  ...[['gb18030', 'GB 18030'] as const, ['big5', 'Big5'] as const, ['shift_jis', 'Shift JIS'] as const],
  ...[['ibm500', 'EBCDIC 500'] as const, ['macintosh', 'Mac Roman'] as const],
]);

/** Returns the name of an encoding as people write it: Windows-1252, UTF-16LE. */
export const showEncoding = (encoding: string): string =>
  titles.get(encoding) ??
  encoding
    .replace(/^x-/, '')
    .replace(/^windows/, 'Windows')
    .replace(/^(?:utf|iso|koi8|ibm|cp|euc).*/, (name) => name.toUpperCase());
