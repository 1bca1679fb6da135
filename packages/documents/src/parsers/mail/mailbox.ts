import { readFile } from 'node:fs/promises';
import type { Parser } from '../source.ts';
import { mailBlocks } from './mail.ts';
import { readMail } from './read-mail.ts';

/** The line before each mail: the sender and the time of its arrival. */
const separator = /^From \S+ +\w{3} +\w{3} +\d/;

/** Yields the mails of a mailbox. A mail begins behind a blank line with a line of its own. */
function* listMails(bytes: Buffer): Generator<Buffer> {
  const isStart = (at: number): boolean =>
    separator.test(bytes.subarray(at, at + 200).toString('latin1')) && (at === 0 || isBlankBefore(bytes, at));
  let from = isStart(0) ? 0 : -1;
  for (let at = bytes.indexOf('\nFrom '); at >= 0; at = bytes.indexOf('\nFrom ', at + 1)) {
    if (!isStart(at + 1)) continue;
    if (from >= 0) yield withoutSeparator(bytes.subarray(from, at + 1));
    from = at + 1;
  }
  if (from >= 0) yield withoutSeparator(bytes.subarray(from));
}

const isBlankBefore = (bytes: Buffer, at: number): boolean =>
  /\n\r?\n$/.test(bytes.subarray(Math.max(0, at - 3), at).toString('latin1'));

const withoutSeparator = (mail: Buffer): Buffer => mail.subarray(mail.indexOf('\n') + 1);

/** Parses a mailbox: the words of its mails one after another, and the names of what is attached to them. */
export const parseMailbox: Parser = async function* (source) {
  const bytes = await readFile(source.path);
  let attached = 0;
  let read = 0;
  for (const content of listMails(bytes)) {
    const { mail } = await readMail(content);
    attached += mail.attachments.length;
    read += content.length;
    source.progress(read / bytes.length);
    let isFirst = true;
    for await (const block of mailBlocks(mail)) {
      yield isFirst ? { ...block, opens: 'attachment' } : block;
      isFirst = false;
    }
  }
  if (attached > 0)
    source.note({
      code: 'documents.attachments_left_out',
      message: `Attachments of the mails in this mailbox are named and not read: ${attached}.`,
    });
};
