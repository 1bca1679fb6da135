import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime';
import type { Block } from '../../block.ts';
import { joinBlocks } from '../../block.ts';
import { cleanText } from '../../clean-text.ts';
import type { DocumentErrorCode } from '../../document-error.ts';
import { type Mail, type MailAddress, mailLimits } from '../../mail/mail.ts';
import { htmlBlocks } from '../html/html-blocks.ts';
import { measureHtml } from '../html/html-depth.ts';
import { plainWords } from '../html/plain-words.ts';
import { MailParser } from './mail-parser.ts';
import { endOfHead, withReadableHead } from './readable-head.ts';

/** A mail, and the bytes of its attachments in the same order; null for those that are not kept. */
export type ReadMail = { mail: Mail; contents: (Uint8Array | null)[] };

const line = (value: string | null | undefined): string =>
  cleanText((value ?? '').slice(0, mailLimits.line * 4))
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, mailLimits.line);

const noAddress: MailAddress = { name: '', address: '' };

const readAddresses = (list: readonly Address[] | undefined): MailAddress[] =>
  (list ?? [])
    .slice(0, mailLimits.addresses)
    .flatMap((it) => it.group ?? [it])
    .slice(0, mailLimits.addresses)
    .map(({ name, address }) => ({ name: line(name), address: line(address) }));

/** Returns the sender of the mail. Some mails name only the one who sent it, or to whom it goes back. */
const readSender = ({ from, sender, returnPath }: Email): MailAddress => {
  const named = readAddresses([from, sender].filter((it) => it !== undefined));
  const found = named.find((it) => it.address !== '') ?? named.find((it) => it.name !== '');
  return found ?? { ...noAddress, address: line(returnPath) };
};

const endings: Readonly<Record<string, string>> = {
  'text/plain': 'txt',
  'text/calendar': 'ics',
  'message/rfc822': 'eml',
  'image/jpeg': 'jpg',
};

const chooseAttachmentName = ({ filename, mimeType }: Attachment, place: number): string => {
  const name = line(filename).replace(/[\\/]/g, '_').slice(0, 200);
  // Programs name a mail that they attach by its subject.
  const isMail = mimeType === 'message/rfc822' && name !== '' && !/\.eml$/i.test(name);
  if (name !== '') return isMail ? `${name}.eml` : name;
  const ending = endings[mimeType] ?? /\/([a-z0-9]{2,5})$/.exec(mimeType)?.[1];
  return `attachment-${place + 1}${ending === undefined ? '' : `.${ending}`}`;
};

const toBytes = ({ content }: Attachment): Uint8Array =>
  typeof content === 'string'
    ? Buffer.from(content)
    : content instanceof ArrayBuffer
      ? new Uint8Array(content)
      : content;

const readAttachments = (found: readonly Attachment[]) => {
  let room: number = mailLimits.attachmentBytes;
  const contents: (Uint8Array | null)[] = [];
  const attachments = found.slice(0, mailLimits.attachments).map((part, place) => {
    const bytes = toBytes(part);
    const isKept = bytes.byteLength <= room;
    if (isKept) room -= bytes.byteLength;
    contents.push(isKept ? bytes : null);
    return {
      name: chooseAttachmentName(part, place),
      type: line(part.mimeType),
      bytes: bytes.byteLength,
      isKept,
    };
  });
  return { attachments, contents };
};

/** Returns the blocks of the text of a mail that is a web page. */
export const blocksOfPage = async (html: string): Promise<Block[]> => {
  const page = html.slice(0, mailLimits.characters * 4);
  try {
    await measureHtml(page);
    return await htmlBlocks(page);
  } catch {
    return [{ kind: 'paragraph', text: await plainWords(page) }];
  }
};

/** A plain text of a mail that is longer is no stub for its page. */
const longestStub = 500;
/** A stub has less than this share of the words of its page. */
const stubShare = 0.5;

const listWords = (text: string): Set<string> =>
  new Set(text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? []);

/** Some programs write a plain text that only says that the mail is a page. It has few of the words of the page. */
const isStub = (text: string, page: string): boolean => {
  const [words, all] = [listWords(text), [...listWords(page)]];
  return page.length > text.length && all.filter((word) => words.has(word)).length < stubShare * all.length;
};

const readMailText = async ({ text = '', html = '' }: Email): Promise<string> => {
  const plain = text.trim();
  const isShort = plain.length <= longestStub && html.length > plain.length;
  const page = isShort && html !== '' ? joinBlocks(await blocksOfPage(html)) : '';
  const shown = plain === '' || isStub(plain, page) ? page : text;
  return cleanText(shown.slice(0, mailLimits.characters)).replaceAll('\r\n', '\n').trim();
};

const parse = (bytes: Buffer): Promise<Email> =>
  new MailParser({
    maxNestingDepth: mailLimits.depth,
    maxHeadersSize: mailLimits.headerBytes,
    maxRfc822NestingDepth: 5,
  }).parse(bytes);

/** A mail above the limits is not read, but its head says from whom it came and what it is about. */
const parseHead = async (bytes: Buffer): Promise<Email> => {
  const head = bytes.subarray(0, Math.min(endOfHead(bytes), 64 * 1024)).toString('utf8');
  const lines = head.split(/\r?\n/);
  // Without these fields the head does not announce parts.
  const kept = lines.filter((it) => !/^(content-|mime-)/i.test(it));
  return PostalMime.parse(kept.join('\r\n'));
};

const isNothing = ({ from, subject, date, text, attachments }: Mail): boolean =>
  [from.name, from.address, subject, date, text].every((it) => it === '') && attachments.length === 0;

const detectMailProblem = (error: unknown): DocumentErrorCode =>
  error instanceof Error && /nesting depth/i.test(error.message)
    ? 'documents.too_deep'
    : 'documents.too_large';

const present = async (email: Email, problem: DocumentErrorCode | null): Promise<ReadMail> => {
  const from = readSender(email);
  const { attachments, contents } = readAttachments(email.attachments);
  const mail: Mail = {
    from,
    replyTo: readAddresses(email.replyTo)[0] ?? from,
    to: readAddresses(email.to),
    cc: readAddresses(email.cc),
    subject: line(email.subject),
    date: line(email.date),
    messageId: line(email.messageId),
    inReplyTo: line(email.inReplyTo),
    text: await readMailText(email),
    attachments,
    problem,
  };
  return { mail: isNothing(mail) ? { ...mail, problem: problem ?? 'documents.empty' } : mail, contents };
};

/** Reads a mail, however broken: it has fields, or a problem that names the cause. */
export const readMail = async (bytes: Buffer): Promise<ReadMail> => {
  const readable = withReadableHead(bytes);
  try {
    return await present(await parse(readable), null);
  } catch (error) {
    return present(await parseHead(readable), detectMailProblem(error));
  }
};
