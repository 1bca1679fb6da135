import { stat } from 'node:fs/promises';
import type { Block } from './block.ts';
import { cleanText, isInvisible } from './clean-text.ts';
import { DocumentError } from './document-error.ts';
import { chooseFormat } from './format/choose-format.ts';
import { describeExtension, type Format, formats } from './format/formats.ts';
import { cutText } from './parsers/lines.ts';
import type { Parser, Source } from './parsers/source.ts';
import type { DocumentNote, ParserFile } from './process/wire.ts';

/** Longest text of a document, in characters, so that no file fills the disk. */
const maxCharacters = 200_000_000;

type Hooks = Pick<Source, 'progress' | 'pages' | 'note' | 'turn'>;

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
  jsonl: async () => (await import('./parsers/json/json-lines.ts')).parseJsonLines,
};

async function office() {
  return (await import('./parsers/office/office.ts')).parseOffice;
}
async function workbook() {
  return (await import('./parsers/office/xls.ts')).parseXls;
}
async function delimited() {
  return (await import('./parsers/csv.ts')).parseCsv;
}

/** Longest block, in characters. Longer ones are split, because chunking megabytes in one step would block other work. */
const longestBlock = 16_000;

/** Parses one file to cleaned blocks in this process. Runs in the child process only. */
export async function* readBlocks(file: ParserFile, hooks: Hooks): AsyncGenerator<Block> {
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
