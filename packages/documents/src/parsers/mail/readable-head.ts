import { isUtf8 } from 'node:buffer';
import { decodeText } from '../../encoding/index.ts';
import { joinEncodedWords } from './encoded-words.ts';

/** Longest part of a mail in which its head is looked for. */
const mostBytes = 256 * 1024;

/** Returns where the head of a mail ends: at its first empty line, or with the mail. */
export const endOfHead = (mail: Buffer): number => {
  const head = mail.subarray(0, mostBytes);
  const ends = [head.indexOf('\r\n\r\n'), head.indexOf('\n\n')].filter((at) => at >= 0);
  return ends.length > 0 ? Math.min(...ends) : head.length;
};

/** Old programs write the head in the encoding of the text, or say nothing about it. */
const decodeHead = (head: Buffer): string => {
  if (isUtf8(head)) return head.toString('utf8');
  const stated = /charset\s*=\s*"?([\w.:-]{2,40})/i.exec(head.toString('latin1'))?.[1] ?? '';
  return decodeText(head, stated).text;
};

/** Returns the mail with a head in UTF-8, in which every encoded word has whole characters. */
export const withReadableHead = (mail: Buffer): Buffer => {
  const end = endOfHead(mail);
  const head = mail.subarray(0, end);
  const readable = joinEncodedWords(decodeHead(head));
  const bytes = Buffer.from(readable, 'utf8');
  return bytes.equals(head) ? mail : Buffer.concat([bytes, mail.subarray(end)]);
};
