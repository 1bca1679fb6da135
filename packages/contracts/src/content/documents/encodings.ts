import { z } from 'zod';

const names = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16LE)',
  'utf-16be': 'Unicode (UTF-16BE)',
  'windows-1252': 'Western (Windows-1252)',
  'iso-8859-15': 'Western (ISO-8859-15)',
  macintosh: 'Western (Macintosh)',
  cp850: 'Western (DOS 850)',
  cp437: 'Western (DOS 437)',
  ibm500: 'Western (EBCDIC 500)',
  'windows-1250': 'Central European (Windows-1250)',
  'iso-8859-2': 'Central European (ISO-8859-2)',
  maccenteuro: 'Central European (Macintosh)',
  cp852: 'Central European (DOS 852)',
  'iso-8859-16': 'Romanian (ISO-8859-16)',
  'windows-1257': 'Baltic (Windows-1257)',
  'iso-8859-13': 'Baltic (ISO-8859-13)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  'koi8-u': 'Cyrillic (KOI8-U)',
  ibm866: 'Cyrillic (DOS 866)',
  'iso-8859-5': 'Cyrillic (ISO-8859-5)',
  'x-mac-cyrillic': 'Cyrillic (Macintosh)',
  'windows-1253': 'Greek (Windows-1253)',
  'iso-8859-7': 'Greek (ISO-8859-7)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  'windows-874': 'Thai (Windows-874)',
  gb18030: 'Chinese, simplified (GB 18030)',
  big5: 'Chinese, traditional (Big5)',
  shift_jis: 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  'iso-2022-jp': 'Japanese (ISO-2022-JP)',
  'euc-kr': 'Korean (EUC-KR)',
} as const;

/** The encodings that can be chosen for a text file, by their names in the WHATWG standard or in iconv. */
export const EncodingName = z.enum(Object.keys(names) as (keyof typeof names)[]);
export type EncodingName = z.infer<typeof EncodingName>;

/** The name of each encoding in the interface, after the language or script for which it is used. */
export const encodingNames: Readonly<Record<EncodingName, string>> = names;
