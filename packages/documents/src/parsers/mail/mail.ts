import { readFile } from 'node:fs/promises';
import type { Block } from '../../block.ts';
import { findMarks } from '../../encoding/text-decoding.ts';
import type { Mail, MailAddress } from '../../mail/mail.ts';
import { readLines } from '../lines.ts';
import type { Parser, Source } from '../source.ts';
import { paragraphs } from '../text.ts';
import { noteMarks } from '../text-file.ts';
import { type ReadMail, readMail } from './read-mail.ts';

/** The bytes of an attachment that are handed over at once. */
const pieceBytes = 192 * 1024;
const longestLine = 16_000;

/** Parses a mail: its head, its words, and the names of its attachments. */
export const parseMail: Parser = async function* (source) {
  const read = await readMail(await readFile(source.path));
  source.mail(read.mail);
  noteMarks(source, findMarks(`${read.mail.subject}\n${read.mail.text}`));
  if (source.attachments) await handOver(source, read);
  source.progress(0.5);
  yield* mailBlocks(read.mail);
};

/** Yields the head of a mail, its words, and the names of its attachments. */
export async function* mailBlocks(mail: Mail): AsyncGenerator<Block> {
  yield* buildHeaderBlocks(mail);
  yield* paragraphs(readLines(whole(mail.text), longestLine));
  yield* buildAttachmentBlocks(mail);
}

const handOver = async (source: Source, { contents }: ReadMail): Promise<void> => {
  for (const [place, bytes] of contents.entries())
    for (let at = 0; bytes !== null && at < bytes.byteLength; at += pieceBytes)
      await source.attachment(place, bytes.subarray(at, at + pieceBytes));
};

const shownAddress = ({ name, address }: MailAddress): string =>
  name === '' || address === '' ? name + address : `${name} <${address}>`;

function* buildHeaderBlocks({ subject, from, to, cc, date }: Mail): Generator<Block> {
  if (subject !== '') yield { kind: 'heading', text: subject, level: 1 };
  const lines = [
    ['From', shownAddress(from)],
    ['To', to.map(shownAddress).join(', ')],
    ['Cc', cc.map(shownAddress).join(', ')],
    ['Date', date],
  ].filter(([, value]) => value !== '');
  if (lines.length > 0)
    yield { kind: 'paragraph', text: lines.map(([label, value]) => `${label}: ${value}`).join('\n') };
}

async function* whole(text: string): AsyncGenerator<string> {
  yield text;
}

function* buildAttachmentBlocks({ attachments }: Mail): Generator<Block> {
  if (attachments.length === 0) return;
  yield { kind: 'heading', text: 'Attachments', level: 2 };
  yield { kind: 'list', text: attachments.map(({ name }) => `- ${name}`).join('\n') };
}
