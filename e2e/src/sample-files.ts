import { Document, HeadingLevel, Packer, Paragraph } from 'docx';
import exceljs from 'exceljs';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import type { SampleFile } from './knowledge.ts';

/** Converts bytes to the type that `Blob` accepts. */
const bytes = (data: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(data);

const rivers = ['Arno', 'Drava', 'Ebro', 'Havel', 'Inn', 'Jizera', 'Loire', 'Mosel', 'Narew', 'Oder'];
const cargoes = [
  'amber',
  'barley',
  'copper',
  'flax',
  'garnet',
  'honey',
  'indigo',
  'jasper',
  'lead',
  'marble',
];

/** Returns a sentence that no other file contains, with an invented name that every index treats as one word. */
const markerOf = (at: number) => {
  const name = `Zub${'bcdfghjklm'[at % 10]}a${'npqrstvwxz'[Math.floor(at / 10) % 10]}o${Math.floor(at / 100)}k`;
  const cargo = cargoes[at % cargoes.length] ?? '';
  return {
    sentence: `The barge ${name} carries ${cargo} and ${at + 3} crates of tools.`,
    question: `What does the barge ${name} carry?`,
    word: name,
  };
};

const paragraph = (at: number, part: number) =>
  `Entry ${part} of log ${at}. The crew checked the locks on the ${rivers[(at + part) % rivers.length]}, wrote down the ` +
  `water level of ${(at * 37 + part * 11) % 900} centimetres and waited for the pilot. Nothing unusual was seen near weir ${part}. ` +
  'All papers were in order, and the toll was paid in full at the lower gate.';

const prose = (at: number, parts: number): string[] =>
  Array.from({ length: parts }, (_nothing, part) => paragraph(at, part));

/** Puts the marker into the middle, so that a truncated file does not contain it. */
const withMarker = (lines: string[], sentence: string): string[] =>
  lines.toSpliced(Math.floor(lines.length / 2), 0, sentence);

const docx = async (lines: string[]): Promise<Uint8Array<ArrayBuffer>> => {
  const heading = new Paragraph({ text: 'River log', heading: HeadingLevel.HEADING_1 });
  const children = [heading, ...lines.map((line) => new Paragraph(line))];
  return bytes(await Packer.toBuffer(new Document({ sections: [{ children }] })));
};

const xlsx = async (lines: string[]): Promise<Uint8Array<ArrayBuffer>> => {
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet('Log');
  sheet.addRow(['Entry', 'Text']);
  lines.forEach((line, row) => sheet.addRow([row + 1, line]));
  return bytes(new Uint8Array(await book.xlsx.writeBuffer()));
};

const wrap = (text: string, width = 90): string[] =>
  text.match(new RegExp(`.{1,${width}}(?:\\s|$)`, 'g'))?.map((line) => line.trim()) ?? [];

/** Makes a PDF with one paragraph on each page. */
export const pdf = async (pages: readonly string[]): Promise<Uint8Array<ArrayBuffer>> => {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  pages.forEach((text, number) => {
    const page = document.addPage([595, 842]);
    page.drawText(`Section ${number + 1}`, { x: 50, y: 780, size: 20, font });
    wrap(text).forEach((line, row) => page.drawText(line, { x: 50, y: 740 - 16 * row, size: 11, font }));
  });
  return bytes(await document.save());
};

const makers: [
  extension: string,
  make: (lines: string[], at: number) => SampleFile['content'] | Promise<SampleFile['content']>,
][] = [
  ['md', (lines, at) => `# Log ${at}\n\n${lines.join('\n\n')}\n`],
  ['txt', (lines) => lines.join('\n\n')],
  ['csv', (lines) => `entry,text\n${lines.map((line, row) => `${row},"${line}"`).join('\n')}\n`],
  [
    'html',
    (lines, at) =>
      `<html><body><h1>Log ${at}</h1>${lines.map((line) => `<p>${line}</p>`).join('')}</body></html>`,
  ],
  ['json', (lines) => JSON.stringify(lines.map((text, entry) => ({ entry, text })))],
  ['docx', docx],
  ['pdf', pdf],
  ['xlsx', xlsx],
];

/** Makes `count` files of many formats and sizes, each with a unique sentence. Every twelfth is long. */
export const sampleFiles = (count: number): Promise<SampleFile[]> =>
  Promise.all(
    Array.from({ length: count }, async (_nothing, at) => {
      const [extension, make] = makers[at % makers.length] ?? [
        'txt',
        (lines: string[]) => lines.join('\n\n'),
      ];
      const { sentence, question, word } = markerOf(at);
      const lines = withMarker(prose(at, at % 12 === 3 ? 400 : 3 + (at % 5) * 4), sentence);
      return {
        name: `log-${String(at).padStart(3, '0')}.${extension}`,
        content: await make(lines, at),
        question,
        word,
      };
    }),
  );

/** Makes many small Markdown files, for load. */
export const smallFiles = (count: number, prefix = 'note'): SampleFile[] =>
  Array.from({ length: count }, (_nothing, at) => {
    const { sentence, question, word } = markerOf(at);
    const lines = withMarker(prose(at, 6), sentence);
    return {
      name: `${prefix}-${String(at).padStart(3, '0')}.md`,
      content: lines.join('\n\n'),
      question,
      word,
    };
  });

const samplesASecond = 8000;

/** Makes a WAV file of silence, at 8 kHz and 8 bits. */
export const silence = (seconds: number): Uint8Array<ArrayBuffer> => {
  const samples = seconds * samplesASecond;
  const file = Buffer.alloc(44 + samples, 0x80);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + samples, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(samplesASecond, 24);
  file.writeUInt32LE(samplesASecond, 28);
  file.writeUInt16LE(1, 32);
  file.writeUInt16LE(8, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(samples, 40);
  return Uint8Array.from(file);
};
