import { zip } from '../../../../packages/documents/tests/zip-files.ts';
import type { Field, Form, Section } from './form.ts';
import { shownLabel, shownValue } from './make-html.ts';

const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const openXml = 'application/vnd.openxmlformats-officedocument';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const package_ = 'http://schemas.openxmlformats.org/package/2006';

const typesXml = (parts: readonly (readonly [name: string, type: string])[]): string =>
  `<?xml version="1.0"?><Types xmlns="${package_}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${parts.map(([name, type]) => `<Override PartName="/${name}" ContentType="${openXml}.${type}+xml"/>`).join('')}</Types>`;

const relationsXml = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `<?xml version="1.0"?><Relationships xmlns="${package_}/relationships">${targets.map(([type, target], at) => `<Relationship Id="rId${at + 1}" Type="${office}/${type}" Target="${target}"/>`).join('')}</Relationships>`;

const runXml = (text: string, isBold = false): string =>
  `<w:r>${isBold ? '<w:rPr><w:b/></w:rPr>' : ''}${text
    .split('\n')
    .map((line) => `<w:t xml:space="preserve">${escapeXml(line)}</w:t>`)
    .join('<w:br/>')}</w:r>`;

const paragraph = (...runs: readonly string[]): string => `<w:p>${runs.join('')}</w:p>`;

/** Puts the fields of a section in lines of two, where the form has two pairs a line. */
const inPairs = (fields: readonly Field[]): Field[][] =>
  Array.from({ length: Math.ceil(fields.length / 2) }, (_, at) => fields.slice(at * 2, at * 2 + 2));

const wordTable = (rows: readonly (readonly string[])[]): string =>
  `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr>${rows
    .map((row) => `<w:tr>${row.map((cell) => `<w:tc>${paragraph(runXml(cell))}</w:tc>`).join('')}</w:tr>`)
    .join('')}</w:tbl>`;

/** A section of a Word form: labels and values parted by tabs, or a table of two pairs a row. */
const wordSection = (form: Form, { title, fields }: Section): string => {
  const heading = title === '' ? '' : paragraph(runXml(title, true));
  const body = form.hasColons
    ? fields
        .map((field) =>
          paragraph(runXml(shownLabel(form, field)), '<w:r><w:tab/></w:r>', runXml(shownValue(field))),
        )
        .join('')
    : wordTable(
        inPairs(fields).map((pair) => pair.flatMap((field) => [shownLabel(form, field), shownValue(field)])),
      );
  return heading + body;
};

const word = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${office}"`;

/** Makes a Word form, with a running head and foot. */
export const makeWordForm = (form: Form): Buffer => {
  const items = form.items ? wordTable([form.items.columns, ...form.items.rows]) : '';
  const sections = form.sections.map((section) => wordSection(form, section));
  const last = sections.pop() ?? '';
  const body = `${paragraph(runXml(form.title, true))}${paragraph(runXml(form.opening))}${sections.join('')}${items}${last}${paragraph(runXml(form.closing))}`;
  return zip([
    {
      name: '[Content_Types].xml',
      content: typesXml([
        ['word/document.xml', 'wordprocessingml.document.main'],
        ['word/header1.xml', 'wordprocessingml.header'],
        ['word/footer1.xml', 'wordprocessingml.footer'],
      ]),
    },
    { name: '_rels/.rels', content: relationsXml([['officeDocument', 'word/document.xml']]) },
    {
      name: 'word/_rels/document.xml.rels',
      content: relationsXml([
        ['header', 'header1.xml'],
        ['footer', 'footer1.xml'],
      ]),
    },
    {
      name: 'word/header1.xml',
      content: `<?xml version="1.0"?><w:hdr ${word}>${paragraph(runXml(form.head))}</w:hdr>`,
    },
    {
      name: 'word/footer1.xml',
      content: `<?xml version="1.0"?><w:ftr ${word}>${paragraph(runXml(form.foot))}</w:ftr>`,
    },
    {
      name: 'word/document.xml',
      content: `<?xml version="1.0"?><w:document ${word}><w:body>${body}<w:sectPr><w:headerReference w:type="default" r:id="rId1"/><w:footerReference w:type="default" r:id="rId2"/></w:sectPr></w:body></w:document>`,
    },
  ]);
};

type Row = readonly string[];

const sheetSection = (form: Form, { title, fields }: Section): Row[] => [
  ...(title === '' ? [] : [[], [title]]),
  ...(form.hasColons
    ? fields.map((field): Row => [shownLabel(form, field), '', shownValue(field)])
    : inPairs(fields).map((pair) =>
        pair.flatMap((field, at) => [...(at === 0 ? [] : ['']), shownLabel(form, field), shownValue(field)]),
      )),
];

const cellXml = (text: string, row: number, column: number): string =>
  text === ''
    ? ''
    : `<c r="${String.fromCharCode(65 + column)}${row + 1}" t="inlineStr"><is><t xml:space="preserve">${escapeXml(text)}</t></is></c>`;

/** Makes a form in a sheet: values beside their labels with an empty column between, or two pairs a row. */
export const makeSheetForm = (form: Form): Buffer => {
  const sections = form.sections.map((section) => sheetSection(form, section));
  const last = sections.pop() ?? [];
  const items: Row[] = form.items ? [[], form.items.columns, ...form.items.rows] : [];
  const rows: Row[] = [
    [form.head],
    [],
    [form.title],
    [form.opening],
    [],
    ...sections.flat(),
    ...items,
    ...last,
    [],
    [form.closing],
    [form.foot],
  ];
  const data = rows
    .map(
      (row, at) =>
        `<row r="${at + 1}">${row.map((cell, column) => cellXml(cell, at, column)).join('')}</row>`,
    )
    .join('');
  const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
  return zip([
    {
      name: '[Content_Types].xml',
      content: typesXml([
        ['xl/workbook.xml', 'spreadsheetml.sheet.main'],
        ['xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet'],
      ]),
    },
    { name: '_rels/.rels', content: relationsXml([['officeDocument', 'xl/workbook.xml']]) },
    { name: 'xl/_rels/workbook.xml.rels', content: relationsXml([['worksheet', 'worksheets/sheet1.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: `<?xml version="1.0"?><workbook ${main} xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `<?xml version="1.0"?><worksheet ${main}><sheetData>${data}</sheetData></worksheet>`,
    },
  ]);
};
