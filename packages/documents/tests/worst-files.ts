import type { Format } from '../src/format/formats.ts';
import { openSheet, paragraph, pdfOf, workbookOf } from './hostile-files.ts';
import { chapterOf, openTextOf, slideOf } from './nested-files.ts';
import { compound, doc } from './office-files.ts';
import { wav } from './recordings.ts';
import { docxOf, wordXml } from './zip-files.ts';

/** A file that is as hard to read as one of its size can be. */
interface WorstFile {
  what: string;
  name: string;
  /** Makes it from about so many characters. */
  make(length: number): Buffer | string;
}

const repeat = (unit: string, length: number) => unit.repeat(Math.floor(length / unit.length));
/** So many levels, with a letter in the innermost, again and again. */
const nested = (open: string, inner: string, close: string, levels: number, length: number) =>
  repeat(`${open.repeat(levels)}${inner}${close.repeat(levels)}`, length);

const file = (what: string, name: string, make: (length: number) => Buffer | string): WorstFile => ({
  what,
  name,
  make,
});

const mail = (head: string, body: string) => `From: a@b.example\r\n${head}\r\n\r\n${body}`;
const workbookXml = (body: string) =>
  `<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet Name="a"><Table>${body}`;
const cell = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>';
const textPdf = (content: string) =>
  pdfOf(
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  );

const delimited = (name: string, delimiter: string): readonly WorstFile[] => [
  file('a quote that never closes', name, (length) => `a${delimiter}b\n"${repeat(`x${delimiter}`, length)}`),
  file('quotes', name, (length) => repeat(`${'"'.repeat(1000)}${delimiter}`, length)),
  file('quotes inside quotes', name, (length) => repeat('"a"b', length)),
  file('short rows', name, (length) => repeat(`a${delimiter}b\n`, length)),
];

/** Every format with its worst files. A format without one does not compile. */
export const worstFiles: Record<Format, readonly WorstFile[]> = {
  pdf: [
    file('words', 'a.pdf', (length) =>
      textPdf(`BT /F1 9 Tf ${repeat('1 0 0 1 9 9 Tm (a) Tj ', length / 8)} ET`),
    ),
    file('lines', 'a.pdf', (length) => textPdf(repeat('0 0 m 9 9 l S ', length))),
    file('objects', 'a.pdf', (length) => pdfOf(...Array.from({ length: length / 20 }, () => '<< /A 1 >>'))),
  ],
  docx: [
    file('paragraphs', 'a.docx', (length) => docxOf(wordXml(repeat(paragraph('a'), length)))),
    file('tables in each other', 'a.docx', (length) =>
      docxOf(wordXml(nested('<w:tbl><w:tr><w:tc>', paragraph('a'), '</w:tc></w:tr></w:tbl>', 50, length))),
    ),
    file('elements without an end', 'a.docx', (length) => docxOf(`<w:document>${repeat('<w:x>', length)}`)),
  ],
  pptx: [
    file('groups in each other', 'a.pptx', (length) =>
      slideOf(
        nested(
          '<p:grpSp>',
          '<p:sp><p:txBody><a:p><a:r><a:t>a</a:t></a:r></a:p></p:txBody></p:sp>',
          '</p:grpSp>',
          60,
          length,
        ),
      ),
    ),
  ],
  odt: [
    file('lists in each other', 'a.odt', (length) =>
      openTextOf(
        'text',
        nested(
          '<text:list><text:list-item>',
          '<text:p>a</text:p>',
          '</text:list-item></text:list>',
          40,
          length,
        ),
      ),
    ),
    file('parts of a line', 'a.odt', (length) =>
      openTextOf('text', `<text:p>${repeat('<text:span>a</text:span>', length)}</text:p>`),
    ),
  ],
  odp: [
    file('pages', 'a.odp', (length) =>
      openTextOf('presentation', repeat('<draw:page><text:p>a</text:p></draw:page>', length)),
    ),
  ],
  rtf: [
    file('groups', 'a.rtf', (length) => `{\\rtf1 a${repeat('{a}', length)}}`),
    file('cells', 'a.rtf', (length) => `{\\rtf1 \\trowd ${repeat('\\intbl a\\cell ', length)}\\row}`),
    file('groups without an end', 'a.rtf', (length) => `{\\rtf1 a${repeat('{a', length)}`),
  ],
  epub: [
    file('boxes in each other', 'a.epub', (length) =>
      chapterOf(nested('<div>', '<p>a</p>', '</div>', 60, length)),
    ),
    file('lists in each other', 'a.epub', (length) =>
      chapterOf(nested('<ul><li>', 'a', '</li></ul>', 40, length)),
    ),
  ],
  xlsx: [
    file('elements without an end', 'a.xlsx', (length) =>
      workbookOf(`<sheetData><row><c><v>1</v></c></row>${repeat('<x>', length)}`),
    ),
    file('cells', 'a.xlsx', (length) =>
      workbookOf(`<sheetData><row>${repeat('<c><v>1</v></c>', length)}</row></sheetData>`),
    ),
  ],
  xls: [
    file('cells without an end', 'a.xls', (length) => workbookXml(repeat('<Row><Cell>', length))),
    file('comments without an end', 'a.xls', (length) => workbookXml(repeat('<!--', length))),
    file('rubbish', 'a.xls', (length) => compound({ Workbook: Buffer.alloc(length, 0xff) })),
  ],
  ods: [
    file('rows', 'a.ods', (length) =>
      openSheet(repeat(`<table:table-row>${cell}</table:table-row>`, length)),
    ),
    file('elements without an end', 'a.ods', (length) => openSheet(repeat('<table:x>', length))),
  ],
  doc: [file('paragraphs', 'a.doc', (length) => doc(repeat('a\r', length)))],
  csv: delimited('a.csv', ','),
  tsv: delimited('a.tsv', '\t'),
  html: [
    file('links without an end', 'a.html', (length) => repeat('<a href="x">y', length)),
    file('lists in each other', 'a.html', (length) => nested('<ul><li>a', '', '</li></ul>', 90, length)),
    file('beginnings of elements', 'a.html', (length) => `<p>a${repeat('<', length)}`),
    file('paragraphs without an end', 'a.html', (length) => repeat('<p>a', length)),
    file('elements without an end', 'a.html', (length) => repeat('<b>', length)),
  ],
  markdown: [
    file('pictures without an end', 'a.md', (length) => repeat('![', length)),
    file('addresses without an end', 'a.md', (length) => repeat('![a](', length)),
    file('comments without an end', 'a.md', (length) => repeat('<!--', length)),
    file('items', 'a.md', (length) => repeat('- a\n', length)),
  ],
  text: [
    file('blanks', 'a.txt', (length) => `a${repeat(' \n', length)}b`),
    file('accents', 'a.txt', (length) => `a${repeat('\u0301\u0323', length)}`),
  ],
  json: [
    file(
      'lists in each other',
      'a.json',
      (length) => `[${nested('[', '1', ']', 190, length).replaceAll('][', '],[')}]`,
    ),
    file(
      'records in records',
      'a.json',
      (length) => `${'{"a":'.repeat(180)}[${repeat('{"b":[{"c":1}]},', length)}1]${'}'.repeat(180)}`,
    ),
    file('lists without an end', 'a.json', (length) => repeat('[', length)),
  ],
  jsonl: [file('broken lines', 'a.jsonl', (length) => `{"a":1}\n${repeat('{"a\n', length)}`)],
  mailbox: [
    file('mails', 'a.mbox', (length) => repeat('From a Mon Jan 1\nSubject: a\n\na\n\n', length)),
    file('lines that begin none', 'a.mbox', (length) => `From a Mon Jan 1\n\n${repeat('\nFrom ', length)}`),
  ],
  notebook: [
    file(
      'cells',
      'a.ipynb',
      (length) => `{"cells":[${repeat('{"cell_type":"code","source":"a"},', length)}0]}`,
    ),
    file(
      'lines',
      'a.ipynb',
      (length) => `{"cells":[{"cell_type":"markdown","source":[${repeat('"a\\n",', length)}"a"]}]}`,
    ),
  ],
  xml: [
    file('elements', 'a.xml', (length) => `<a>${repeat('<b>c</b>', length)}</a>`),
    file('elements in each other', 'a.xml', (length) => `<a>${nested('<b>', 'c', '</b>', 400, length)}</a>`),
    file('attributes', 'a.xml', (length) => `<a><b ${repeat('c="d" ', length)}/></a>`),
  ],
  calendar: [
    file('entries', 'a.ics', (length) => repeat('BEGIN:VEVENT\nSUMMARY:a\nEND:VEVENT\n', length)),
    file('guests', 'a.ics', (length) => `BEGIN:VEVENT\n${repeat('ATTENDEE:a\n', length)}END:VEVENT\n`),
    file('a long line', 'a.ics', (length) => `BEGIN:VEVENT\nSUMMARY:${repeat('a\n b', length)}\nEND:VEVENT`),
    file('parts without an end', 'a.ics', (length) => repeat('BEGIN:VEVENT\n', length)),
  ],
  mail: [
    file('parts', 'a.eml', (length) =>
      mail('Content-Type: multipart/mixed; boundary=x', `${repeat('--x\r\n\r\na\r\n', length)}--x--`),
    ),
    file('a page that is too deep', 'a.eml', (length) =>
      mail('Content-Type: text/html', repeat('<b>a', length)),
    ),
    file('addresses', 'a.eml', (length) => mail(`To: ${repeat('a@b.c,\r\n ', length)}a@b.c`, 'a')),
    file('mails in mails', 'a.eml', (length) => repeat('Content-Type: message/rfc822\r\n\r\n', length)),
  ],
  image: [
    file('rubbish', 'a.png', (length) =>
      Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(length, 1)]),
    ),
  ],
  svg: [
    file('groups without an end', 'a.svg', (length) => `<svg>${repeat('<g>', length)}`),
    file('texts', 'a.svg', (length) => `<svg>${repeat('<text>a</text>', length)}</svg>`),
    file(
      'ends without a beginning',
      'a.svg',
      (length) => `<svg>${'<g>'.repeat(500)}${repeat('</b>', length)}`,
    ),
  ],
  recording: [file('silence', 'a.wav', (length) => wav(length / 32_000))],
};
