import { stat } from 'node:fs/promises';
import type { Block } from './block.ts';
import { cleanText, isInvisible } from './clean-text.ts';
import { DocumentError } from './document-error.ts';
import { toDocumentError } from './failure.ts';
import { chooseFormat } from './format/choose-format.ts';
import { describeExtension, type Format, formats } from './format/formats.ts';
import type { Mail } from './mail/mail.ts';
import { cutText } from './parsers/lines.ts';
import type { Parser, Source } from './parsers/source.ts';
import {
  batchesInFlight,
  type DocumentNote,
  type Lane,
  type ParserFile,
  ParserOrder,
  type ParserReport,
  type TextEncoding,
} from './process/wire.ts';

/** Longest text of a document, in characters, so that no file fills the disk. */
const maxCharacters = 200_000_000;

type Hooks = Pick<Source, 'progress' | 'pages' | 'note' | 'readAs' | 'mail' | 'attachment' | 'turn'>;

const parsers: Record<Format, () => Promise<Parser>> = {
  pdf: async () => (await import('./parsers/pdf/pdf.ts')).parsePdf,
  docx: office,
  pptx: office,
  odt: office,
  odp: office,
  rtf: office,
  epub: office,
  xlsx: async () => (await import('./parsers/office/xlsx.ts')).parseXlsx,
  xls: workbook,
  ods: workbook,
  doc: async () => (await import('./parsers/office/doc.ts')).parseDoc,
  csv: delimited,
  tsv: delimited,
  html: async () => (await import('./parsers/html/html.ts')).parseHtml,
  markdown: async () => (await import('./parsers/markdown.ts')).parseMarkdown,
  text: async () => (await import('./parsers/text.ts')).parseText,
  json: async () => (await import('./parsers/json/json.ts')).parseJson,
  image: async () => (await import('./parsers/image.ts')).parseImage,
  svg: async () => (await import('./parsers/svg.ts')).parseSvg,
  recording: async () => (await import('./parsers/recording.ts')).parseRecording,
  mail: async () => (await import('./parsers/mail/mail.ts')).parseMail,
  mailbox: async () => (await import('./parsers/mail/mailbox.ts')).parseMailbox,
  notebook: async () => (await import('./parsers/notebook.ts')).parseNotebook,
  xml: async () => (await import('./parsers/xml.ts')).parseXml,
  calendar: async () => (await import('./parsers/calendar.ts')).parseCalendar,
  jsonl: async () => (await import('./parsers/json/json-lines.ts')).parseJsonLines,
};

async function office() {
  return (await import('./parsers/office/office.ts')).parseOffice;
}
async function workbook() {
  return (await import('./parsers/office/xls.ts')).parseXls;
}
async function delimited() {
  return (await import('./parsers/csv/csv.ts')).parseCsv;
}

/** Longest block, in characters. Longer ones are split, because chunking megabytes in one step would block other work. */
const longestBlock = 16_000;

/** Parses one file to cleaned blocks. */
async function* readBlocks(file: ParserFile, hooks: Hooks): AsyncGenerator<Block> {
  const { size } = await stat(file.path);
  if (size === 0) throw new DocumentError('documents.empty');
  const { format, renamed } = await chooseFormat(file);
  if (size > formats[format].maxMb * 1024 * 1024)
    throw new DocumentError('documents.too_large', `${size} bytes`);
  if (renamed) hooks.note(renamedNote(file.name, format));
  const parse = await parsers[format]();
  let characters = 0;
  let isEmpty = true;
  for await (const block of parse({ ...file, ...hooks, size, format })) {
    const text = cleanText(block.text);
    if (isInvisible(text) && block.unread === undefined) continue;
    isEmpty = false;
    characters += text.length;
    if (characters > maxCharacters) throw new DocumentError('documents.too_large', 'characters');
    for (const part of cutText(text, longestBlock)) yield { ...block, text: part.trimEnd() };
  }
  if (isEmpty) {
    throw new DocumentError(formats[format].family === 'text' ? 'documents.empty' : 'documents.no_text');
  }
}

function renamedNote(name: string, format: Format): DocumentNote {
  const promised = describeExtension(name);
  return {
    code: 'documents.read_as',
    message: `The name says ${promised}, but the content is ${formats[format].label}. It was read as that.`,
  };
}

/** A batch is sent when it has this size, so that neither process ever holds a whole document. */
const batch = { blocks: 64, characters: 48_000 };

/** Milliseconds of work after which another document has its turn: about one scanned page. */
const sliceMs = 1000;

let credits = 0;
let resume: () => void = () => {};
let busy = false;
let slice: { lane: Lane; since: number } = { lane: 'parsing', since: 0 };
let go: () => void = () => {};

function send(report: ParserReport): void {
  // The parent may have ended while this process was parsing.
  if (process.connected) process.send?.(report);
}

async function takeCredit(): Promise<void> {
  while (credits === 0) {
    await new Promise<void>((wake) => {
      resume = wake;
    });
  }
  credits--;
}

async function sendBatch(blocks: Block[], isLast: boolean): Promise<void> {
  await takeCredit();
  send({ type: 'batch', blocks, ...(isLast && { isLast }) });
}

const isSliceOver = () => performance.now() - slice.since >= sliceMs;

async function turn(lane: Lane): Promise<void> {
  if (lane === slice.lane && !isSliceOver()) return;
  const allowed = new Promise<void>((resolve) => {
    go = resolve;
  });
  send({ type: 'turn', lane });
  await allowed;
  slice = { lane, since: performance.now() };
}

async function parse(file: ParserFile): Promise<void> {
  let blocks: Block[] = [];
  let characters = 0;
  let reported = 0;
  const noted = new Set<string>();
  slice = { lane: 'parsing', since: performance.now() };
  const hooks = {
    progress(fraction: number) {
      if (fraction < reported + 0.01) return;
      reported = fraction;
      send({ type: 'progress', fraction: Math.min(1, fraction) });
    },
    pages: (count: number) => send({ type: 'pages', count }),
    note(note: DocumentNote) {
      // A file that is read a second time, as something else, has the same notes.
      if (noted.has(note.message)) return;
      noted.add(note.message);
      send({ type: 'note', note });
    },
    readAs: (encoding: TextEncoding) => send({ type: 'encoding', encoding }),
    mail: (mail: Mail) => send({ type: 'mail', mail }),
    async attachment(place: number, bytes: Uint8Array) {
      await takeCredit();
      send({ type: 'attachment', place, data: Buffer.from(bytes).toString('base64') });
    },
    turn,
  };
  for await (const block of readBlocks(file, hooks)) {
    // Text between scanned pages is read in the same lane until the time slice ends; otherwise alternating pages would change
    // the lane each time.
    if (isSliceOver()) await turn('parsing');
    blocks.push(block);
    characters += block.text.length + (block.unread?.kind === 'picture' ? block.unread.data.length : 0);
    if (blocks.length < batch.blocks && characters < batch.characters) continue;
    await sendBatch(blocks, false);
    blocks = [];
    characters = 0;
  }
  if (blocks.length > 0) await sendBatch(blocks, true);
  else send({ type: 'done' });
}

function fail(error: unknown): void {
  const { code, detail } = toDocumentError(error);
  send({ type: 'failed', code, detail });
}

process.on('message', (message) => {
  const order = ParserOrder.parse(message);
  if (order.type === 'more') {
    credits++;
    resume();
    return;
  }
  if (order.type === 'go') {
    go();
    return;
  }
  credits = batchesInFlight;
  busy = true;
  parse(order)
    .catch(fail)
    .finally(() => {
      busy = false;
    });
});

// Libraries throw from their own streams, outside any promise of ours.
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    if (busy) fail(error);
  });
}

process.on('disconnect', () => process.exit(0));
