import { DocumentError } from '../document-error.ts';
import { inspectArchive } from './archive.ts';
import { inspectCompoundFile } from './compound-file.ts';
import type { Format } from './formats.ts';
import { looksLikeText, readSample } from './text-sample.ts';

/** The type of a file by its bytes, whatever its name. */
export type Detected =
  | { kind: 'document'; format: Format }
  | { kind: 'text'; format: Format }
  /** A known type that cannot be read, for example `exe`. */
  | { kind: 'foreign'; type: string }
  | { kind: 'unknown' };

/**
 * Detects the type by signature and by the content of containers. A file named as a PDF is one even with text before the
 * signature. Throws for archives that must not be opened.
 */
export async function detectFormat(path: string, named: Format | null = null): Promise<Detected> {
  const sample = await readSample(path);
  const head = sample.subarray(0, 1024).toString('latin1');
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return detectArchive(path);
  if (head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return detectCompound(path);
  if (/^\s*\{\\rtf/.test(head)) return { kind: 'document', format: 'rtf' };
  const isText = looksLikeText(sample) && !isProgram(head);
  // A PDF may have up to 1,024 other bytes before its signature.
  const isPdf = head.includes('%PDF-') && (named === 'pdf' || !isText);
  if (isPdf || /^\s*%PDF-/.test(head)) return { kind: 'document', format: 'pdf' };
  return isText ? { kind: 'text', format: textFormat(sample) } : detectForeign(sample);
}

/** Recognises programs and other binary files whose bytes could be taken for UTF-16 text, such as a recording of silence. */
const isProgram = (head: string): boolean =>
  (head.startsWith('MZ') && head.slice(0, 64).includes('\0')) ||
  /^RIFF[\s\S]{4}(WAVE|AVI )/.test(head) ||
  signatures.some((signature) => head.startsWith(signature));

const signatures = [
  "7z\xbc\xaf'",
  ...['ID3\x02', 'ID3\x03', 'ID3\x04', 'OggS\0', 'fLaC\0', 'FLV\x01'],
  ...['II*\0', 'MM\0*'],
];

const pictures = new Set<string>(['png', 'apng', 'jpg', 'webp', 'bmp', 'gif', 'tif']);
const recordings = new Set<string>([
  ...['mp1', 'mp2', 'mp3', 'wav', 'm4a', 'aac', 'ogg', 'oga', 'ogm', 'opus', 'flac', 'webm', 'avi', 'flv'],
  ...['mkv', 'mov', 'mp4', 'm4v', 'mpg', 'asf', 'ogv'],
]);

async function detectForeign(sample: Buffer): Promise<Detected> {
  const { fileTypeFromBuffer } = await import('file-type');
  const found = await fileTypeFromBuffer(sample).catch(() => undefined);
  if (found === undefined) return { kind: 'unknown' };
  if (pictures.has(found.ext)) return { kind: 'document', format: 'image' };
  if (recordings.has(found.ext)) return { kind: 'document', format: 'recording' };
  return { kind: 'foreign', type: found.ext };
}

async function detectArchive(path: string): Promise<Detected> {
  const format = await inspectArchive(path);
  return format === null ? { kind: 'foreign', type: 'zip' } : { kind: 'document', format };
}

async function detectCompound(path: string): Promise<Detected> {
  const content = await inspectCompoundFile(path);
  if (content === 'encrypted') throw new DocumentError('documents.encrypted', 'EncryptedPackage');
  if (content === 'doc' || content === 'xls') return { kind: 'document', format: content };
  return { kind: 'foreign', type: content === 'ppt' ? 'ppt' : 'cfb' };
}

function textFormat(sample: Buffer): Format {
  const start = sample.subarray(0, 4096).toString('latin1').replaceAll('\0', '').slice(0, 2048);
  const text = start.replace(/^[^\x20-\x7e]+/, '').trimStart();
  if (/^(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<(!doctype html|html|head|body)\b/i.test(text)) return 'html';
  // The XML form of an Excel 2003 workbook, which other programs export as .xls.
  if (text.startsWith('<?xml') && /<(\w+:)?Workbook\b/.test(text)) return 'xls';
  if (/^[[{]/.test(text) && /^(\{\s*(["}])|\[\s*([[{"\]\d-]|true|false|null))/.test(text)) return 'json';
  return 'text';
}
