import { cleanText } from '../../../packages/documents/src/clean-text.ts';
import { chooseFormat } from '../../../packages/documents/src/format/choose-format.ts';
import type { Format } from '../../../packages/documents/src/format/formats.ts';
import { parseCsv } from '../../../packages/documents/src/parsers/csv/csv.ts';
import { parseHtml } from '../../../packages/documents/src/parsers/html/html.ts';
import { parseJson } from '../../../packages/documents/src/parsers/json/json.ts';
import { parseJsonLines } from '../../../packages/documents/src/parsers/json/json-lines.ts';
import { parseMail } from '../../../packages/documents/src/parsers/mail/mail.ts';
import { parseMarkdown } from '../../../packages/documents/src/parsers/markdown.ts';
import { parseDoc } from '../../../packages/documents/src/parsers/office/doc.ts';
import { parseOffice } from '../../../packages/documents/src/parsers/office/office.ts';
import { parseXls } from '../../../packages/documents/src/parsers/office/xls.ts';
import { parseXlsx } from '../../../packages/documents/src/parsers/office/xlsx.ts';
import { parsePdf } from '../../../packages/documents/src/parsers/pdf/pdf.ts';
import type { Parser } from '../../../packages/documents/src/parsers/source.ts';
import { parseSvg } from '../../../packages/documents/src/parsers/svg.ts';
import { parseText } from '../../../packages/documents/src/parsers/text.ts';
import { extensionFor } from './extensions.ts';
import { originOf } from './origin.ts';

/** Reads an input, which also lies in a file, and returns what failed in a way that has no name. */
type Target = (bytes: Buffer, path: string) => Promise<string | undefined>;

const parsers = {
  ...{ csv: parseCsv, tsv: parseCsv, html: parseHtml, markdown: parseMarkdown, text: parseText },
  ...{ json: parseJson, jsonl: parseJsonLines, svg: parseSvg, mail: parseMail, pdf: parsePdf },
  ...{
    docx: parseOffice,
    pptx: parseOffice,
    odt: parseOffice,
    odp: parseOffice,
    rtf: parseOffice,
    epub: parseOffice,
  },
  ...{ xlsx: parseXlsx, xls: parseXls, ods: parseXls, doc: parseDoc },
} as const satisfies Record<string, Parser>;

/** Returns a mistake of our sources, which a parser must not make whatever it reads; undefined for what has a name. */
export const describeMistake = (error: unknown): string | undefined => {
  const isMistake =
    error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
  if (!isMistake) return undefined;
  const origin = originOf(error);
  return origin.startsWith('packages/') ? `${String(error)} in ${origin}` : undefined;
};

const isParsed = (format: Format): format is keyof typeof parsers => format in parsers;

const nothing = (): void => {};
const wait = (): Promise<void> => Promise.resolve();
const hooks = {
  progress: nothing,
  pages: nothing,
  note: nothing,
  readAs: nothing,
  mail: nothing,
  attachment: wait,
  turn: wait,
};

/** Reads a file as the product does: what the bytes are is decided before a parser gets them. */
const read = async (file: { path: string; name: string; size: number }): Promise<void> => {
  const { format } = await chooseFormat(file);
  if (!isParsed(format)) return;
  const source = { ...file, format, imageHandling: 'IMAGES', attachments: true, ...hooks } as const;
  for await (const { text } of parsers[format](source)) cleanText(text);
};

const reading =
  (format: keyof typeof parsers): Target =>
  async (bytes, path) => {
    try {
      await read({ path, name: `input${extensionFor(format)}`, size: bytes.length });
    } catch (error) {
      return describeMistake(error);
    }
    return undefined;
  };

/** What can be fuzzed, by name. */
export const targets: Readonly<Record<string, Target>> = Object.fromEntries(
  (Object.keys(parsers) as (keyof typeof parsers)[]).map((format) => [format, reading(format)]),
);
