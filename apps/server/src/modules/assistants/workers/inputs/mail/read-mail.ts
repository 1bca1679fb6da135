import { DocumentError, findFormatByName, type Mail, mailLimits, parseSource } from '@atelier/documents';
import type { MailboxMail } from '@atelier/pieces/mailbox';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { parsers } from '../../../../content/documents/index.ts';
import type { StoredUpload } from '../../../../content/files/index.ts';
import type { NewInput } from '../../engine/take-input.ts';

/** A mail as an input, with the bytes of its files in storage: the mail itself, and its attachments. */
export interface MailInput {
  given: Omit<NewInput, 'inputKey' | 'fileIds'>;
  uploads: StoredUpload[];
}

const longestText = 100_000;
const longestAttachments = 100_000;
const mostRead = 10;
const patienceMs = 60_000;
const largestFile = 30 * 1024 * 1024;

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

const store = async (
  ctx: Ctx,
  { name, mime, bytes }: { name: string; mime: string; bytes: Uint8Array },
): Promise<StoredUpload> => {
  const { key, size, sha256 } = await ctx.services.storage.put(once(bytes), { maxBytes: largestFile });
  return { storageKey: key, name, mime, size, sha256 };
};

const oneLine = (text: string): string => text.replace(/[\\/\p{Cc}]+/gu, ' ').trim();

const unread = (head: MailboxMail['head'], problem: Mail['problem']): Mail => {
  const from = { name: head.name, address: head.address };
  return {
    ...{ from, replyTo: from, to: [], cc: [], subject: head.subject, date: head.date },
    ...{ messageId: '', inReplyTo: '', text: '', attachments: [], problem },
  };
};

const readToEnd = async (blocks: AsyncIterable<unknown>): Promise<void> => {
  const reader = blocks[Symbol.asyncIterator]();
  for (let next = await reader.next(); next.done !== true; ) next = await reader.next();
};

interface Parsed {
  mail: Mail;
  files: Map<number, Buffer[]>;
}

/** Reads a mail in the parser's process. What cannot be read there has the head that the mail server read, and a problem. */
const parse = async (ctx: Ctx, upload: StoredUpload, head: MailboxMail['head']): Promise<Parsed> => {
  let mail: Mail | undefined;
  const files = new Map<number, Buffer[]>();
  const job = {
    ...{ path: await ctx.services.storage.path(upload.storageKey), name: 'mail.eml', owner: ctx.tenantId },
    signal: AbortSignal.timeout(patienceMs),
    onMail: (read: Mail) => {
      mail = read;
    },
    onAttachment: (place: number, bytes: Uint8Array) => {
      files.set(place, [...(files.get(place) ?? []), Buffer.from(bytes)]);
    },
  };
  try {
    await readToEnd(ctx.use(parsers.forImports).parse(job));
  } catch (error) {
    const code = error instanceof DocumentError ? error.code : 'documents.deadline';
    mail ??= unread(head, code);
  }
  return { mail: mail ?? unread(head, 'documents.empty'), files };
};

const readAttachment = async (
  ctx: Ctx,
  { storageKey, name }: StoredUpload,
  room: number,
): Promise<string> => {
  const path = await ctx.services.storage.path(storageKey);
  const job = { path, name, owner: ctx.tenantId, signal: AbortSignal.timeout(patienceMs) };
  const texts: string[] = [];
  let length = 0;
  try {
    for await (const { text } of ctx.use(parsers.forImports).parse(job)) {
      texts.push(text);
      length += text.length;
      if (length > room) break;
    }
  } catch (error) {
    const why = error instanceof DocumentError ? error.message : 'Reading it took too long.';
    return `“${name}” could not be read. ${why}`;
  }
  return `“${name}”:\n${texts.join('\n\n').slice(0, room)}`;
};

const isReadable = ({ name }: StoredUpload): boolean => {
  const format = findFormatByName(name);
  return format !== null && format !== 'recording';
};

/** The words of the attachments. One that cannot be read says so, and harms nothing else. */
const readAttachments = async (ctx: Ctx, uploads: readonly StoredUpload[]): Promise<string> => {
  const texts: string[] = [];
  let room = longestAttachments;
  for (const upload of uploads.filter(isReadable).slice(0, mostRead)) {
    if (room <= 0) break;
    const text = await readAttachment(ctx, upload, room);
    texts.push(text);
    room -= text.length;
  }
  return texts.join('\n\n');
};

const describe = ({ from, subject, date, text, attachments, problem }: Mail): string => {
  const sender = [from.name, from.address === '' ? '' : `<${from.address}>`].join(' ').trim();
  const names = attachments.map(({ name, isKept }) => (isKept ? name : `${name} (not kept, too large)`));
  const lines = [
    ['From', sender],
    ['Subject', subject],
    ['Date', date],
    ['Attachments', names.join(', ')],
    ['Not read', problem === null ? '' : new DocumentError(problem).message],
  ].filter(([, value]) => value !== '');
  return `${lines.map(([label, value]) => `${label}: ${value}`).join('\n')}\n\n${text.slice(0, longestText)}`.trim();
};

/** Reads a mail and stores its files. Nothing refers to them yet. */
export const readMailInput = async (ctx: Ctx, { bytes, head }: MailboxMail): Promise<MailInput> => {
  const uploads: StoredUpload[] = [];
  const title = oneLine(head.subject).slice(0, 150);
  let parsed: Parsed = { mail: unread(head, 'documents.too_large'), files: new Map() };
  if (bytes !== null) {
    const name = `${title || 'mail'}.eml`;
    const whole = await store(ctx, { name, mime: 'message/rfc822', bytes });
    uploads.push(whole);
    parsed = await parse(ctx, whole, head);
  }
  const { mail, files } = parsed;
  const attachments: StoredUpload[] = [];
  for (const [place, { name, type, isKept }] of mail.attachments.entries())
    if (isKept && place < mailLimits.attachments)
      attachments.push(await store(ctx, { name, mime: type, bytes: Buffer.concat(files.get(place) ?? []) }));
  return {
    uploads: [...uploads, ...attachments],
    given: {
      ...{ inputKind: 'MAIL', parsedSource: parseSource(mail) },
      name: mail.subject || `Mail from ${mail.from.address || mail.from.name || 'an unknown sender'}`,
      input: { file: { name: uploads[0]?.name ?? 'mail.eml' } },
      sourceText: [describe(mail), await readAttachments(ctx, attachments)].join('\n\n').trim(),
    },
  };
};
