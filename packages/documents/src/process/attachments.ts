import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Block } from '../block.ts';
import { DocumentError, type DocumentErrorCode } from '../document-error.ts';
import { findFormatByName } from '../format/formats.ts';
import { type Mail, mailLimits } from '../mail/mail.ts';
import { inboxPrefix } from '../sandbox/inbox.ts';
import type { ParserJob } from './parser-process.ts';

/** The limits for reading the attachments of a mail. The rest is named in a note. */
export const attachmentLimits = {
  /** Attachments in attachments. */
  depth: 3,
  /** Attachments of a mail together with those of the mails in it. */
  count: 100,
  characters: 50_000_000,
  /** Attachments that a note names. */
  named: 10,
} as const;

type Parse = (job: ParserJob) => AsyncIterable<Block>;

/** The state while a mail and everything in it is read. */
interface Reading {
  parse: Parse;
  most: number;
  begun: number;
  characters: number;
  leftOut: { name: string; why: string }[];
}

const tooMuch = 'there is too much in this mail';

const reasons: Partial<Record<DocumentErrorCode, string>> = {
  'documents.empty': 'empty',
  'documents.encrypted': 'protected with a password',
  'documents.corrupt': 'damaged or incomplete',
  'documents.unsupported': 'of a type that cannot be read',
  'documents.mislabelled': 'its content does not match its name',
  'documents.archive_bomb': 'it unpacks to far too much',
  'documents.too_deep': 'nested too deeply',
  'documents.too_large': 'too large',
  'documents.picture_too_large': 'too large',
  'documents.deadline': 'reading it took too long',
  'documents.no_text': 'without text',
};

/** The bytes of the attachments of one mail. The process that sends them has read a file from outside, so that they are counted again. */
const collectAttachments = () => {
  const pieces = new Map<number, Buffer[]>();
  let room: number = mailLimits.attachmentBytes;
  let mail: Mail | undefined;
  return {
    onMail(read: Mail): void {
      mail = read;
    },
    onAttachment(place: number, bytes: Uint8Array): void {
      room -= bytes.byteLength;
      if (room < 0 || place >= mailLimits.attachments) return;
      const of = pieces.get(place) ?? [];
      of.push(Buffer.from(bytes));
      pieces.set(place, of);
    },
    /** Returns the attachments in their order, and forgets their bytes. Without bytes are those above the limits of a mail. */
    take(): { name: string; bytes: Buffer | null }[] {
      const taken = (mail?.attachments ?? []).map(({ name, isKept }, place) => ({
        name,
        bytes: isKept ? Buffer.concat(pieces.get(place) ?? []) : null,
      }));
      pieces.clear();
      return taken;
    },
  };
};

/** Headings of an attachment are below its name, which is below the subject of its mail. */
const below = (block: Block): Block =>
  block.kind === 'heading' ? { ...block, level: (block.level ?? 1) + 2 } : block;

/** Returns why an attachment is not read, or null. */
const refusal = (name: string, bytes: Buffer | null, depth: number, reading: Reading): string | null => {
  if (bytes === null) return 'too large';
  if (findFormatByName(name) === 'recording') return 'a recording';
  if (depth >= attachmentLimits.depth) return 'mails are nested too deeply';
  return reading.begun >= reading.most || reading.characters >= attachmentLimits.characters ? tooMuch : null;
};

async function* readAttachment(reading: Reading, job: ParserJob, depth: number): AsyncGenerator<Block> {
  let isNamed = false;
  try {
    for await (const block of readFile(reading, job, depth + 1)) {
      if (!isNamed) yield { kind: 'heading', text: `Attachment: ${job.name}`, level: 2, opens: 'attachment' };
      isNamed = true;
      yield below(block);
      reading.characters += block.text.length;
      if (reading.characters < attachmentLimits.characters) continue;
      reading.leftOut.push({ name: job.name, why: tooMuch });
      return;
    }
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const isPicture = findFormatByName(job.name) === 'image';
    // Signatures of mails have pictures without any words.
    if (isPicture && error.code === 'documents.no_text') return;
    reading.leftOut.push({ name: job.name, why: reasons[error.code] ?? 'it could not be read' });
  }
}

/** Yields the blocks of a file, and, if it is a mail, those of its attachments after its own. */
async function* readFile(reading: Reading, job: ParserJob, depth: number): AsyncGenerator<Block> {
  const found = collectAttachments();
  const onMail = (mail: Mail) => {
    found.onMail(mail);
    if (depth === 0) job.onMail?.(mail);
  };
  yield* reading.parse({ ...job, onMail, onAttachment: found.onAttachment });
  const attachments = found.take();
  if (attachments.length === 0) return;
  const folder = await mkdtemp(join(tmpdir(), `${inboxPrefix}${process.pid}-`));
  try {
    for (const [place, { name, bytes }] of attachments.entries()) {
      const why = refusal(name, bytes, depth, reading);
      if (why !== null || bytes === null) {
        reading.leftOut.push({ name, why: why ?? '' });
        continue;
      }
      reading.begun += 1;
      const path = join(folder, String(place));
      await writeFile(path, bytes);
      yield* readAttachment(reading, toAttachmentJob(job, { name, path }), depth);
      await rm(path, { force: true });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The pages and the progress of an attachment are not those of its mail. */
const toAttachmentJob = (
  { owner, imageHandling, signal, onWaits, onNote }: ParserJob,
  { name, path }: { name: string; path: string },
): ParserJob => ({
  name,
  path,
  ...(owner !== undefined && { owner }),
  ...(imageHandling !== undefined && { imageHandling }),
  ...(signal !== undefined && { signal }),
  ...(onWaits !== undefined && { onWaits }),
  ...(onNote !== undefined && {
    onNote: (note) => onNote({ ...note, message: `“${name}”: ${note.message}` }),
  }),
});

const describeLeftOut = (leftOut: Reading['leftOut']): string => {
  const named = leftOut
    .slice(0, attachmentLimits.named)
    .map(({ name, why }) => `“${name.slice(0, 100)}” (${why})`);
  const more = leftOut.length - named.length;
  return `Attachments that were left out: ${named.join(', ')}${more > 0 ? `, and ${more} more` : ''}.`;
};

/**
 * Yields the blocks of a file, and of what is attached to it if it is a mail, also in mails that are attached. Each attachment begins
 * with a heading that names it. One that cannot be read is named in a note, and harms nothing else. A caller who takes the bytes of
 * attachments gets the mail alone.
 */
export async function* readWithAttachments(
  parse: Parse,
  job: ParserJob,
  most: number = attachmentLimits.count,
): AsyncGenerator<Block> {
  if (job.onAttachment !== undefined) {
    yield* parse(job);
    return;
  }
  const reading: Reading = { parse, most, begun: 0, characters: 0, leftOut: [] };
  yield* readFile(reading, job, 0);
  if (reading.leftOut.length > 0)
    job.onNote?.({ code: 'documents.attachments_left_out', message: describeLeftOut(reading.leftOut) });
}
