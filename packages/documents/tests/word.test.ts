import { describe, expect, it } from 'vitest';
import { doc } from './office-files.ts';
import { useReader } from './reader.ts';
import { zip } from './zip-files.ts';

const space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const numbering = `<w:numbering ${space}><w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1"/></w:lvl><w:lvl w:ilvl="1"><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl><w:lvl w:ilvl="2"><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="(%3)"/></w:lvl><w:lvl w:ilvl="3"><w:numFmt w:val="none"/><w:lvlText w:val=""/></w:lvl></w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num></w:numbering>`;
const styles = `<w:styles ${space}><w:style w:type="paragraph" w:styleId="berschrift1"><w:name w:val="heading 1"/><w:pPr><w:numPr><w:numId w:val="7"/></w:numPr></w:pPr></w:style></w:styles>`;

const word = (body: string, more: Record<string, string> = {}): Buffer =>
  zip([
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: 'word/document.xml',
      content: `<w:document ${space} xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><w:body>${body}</w:body></w:document>`,
    },
    { name: 'word/numbering.xml', content: numbering },
    { name: 'word/styles.xml', content: styles },
    ...Object.entries(more).map(([name, content]) => ({ name, content })),
  ]);
const text = (words: string) => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;
const heading = (words: string) => `<w:p><w:pPr><w:pStyle w:val="berschrift1"/></w:pPr>${text(words)}</w:p>`;
const item = (level: number, words: string) =>
  `<w:p><w:pPr><w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="7"/></w:numPr></w:pPr>${text(words)}</w:p>`;
const paragraph = (...runs: readonly string[]) => `<w:p>${runs.join('')}</w:p>`;

describe('a Word document', () => {
  const read = useReader();
  const blocksOf = async (content: Buffer) => {
    const { blocks, code, said } = await read('contract.docx', content);
    expect(code).toBeNull();
    return { said, blocks: blocks.map(({ kind, level, text: words }) => `${kind}${level ?? ''} ${words}`) };
  };

  it('keeps its headings and has the numbers of its clauses, also in tables', async () => {
    const cell = (inner: string) => `<w:tc>${inner}</w:tc>`;
    const row = (...cells: readonly string[]) => `<w:tr>${cells.map(cell).join('')}</w:tr>`;
    const table = `<w:tbl>${row(paragraph(text('No.')), paragraph(text('Part')))}${row(item(2, ''), paragraph(text('Bolt')))}${row(item(2, ''), paragraph(text('Nut')))}</w:tbl>`;
    const body =
      heading('Scope') +
      heading('Payment') +
      item(1, 'within 30 days') +
      item(2, 'by transfer') +
      item(2, 'or in cash');
    const plain = item(3, 'without a number') + heading('Parts') + table;
    expect((await blocksOf(word(body + plain))).blocks).toEqual([
      'heading1 1 Scope',
      'heading1 2 Payment',
      'list   2.1 within 30 days\n    (a) by transfer\n    (b) or in cash\n      without a number',
      'heading1 3 Parts',
      'table No. | Part\n(a) | Bolt\n(b) | Nut',
    ]);
  });

  it('has a clause in the style of a heading as a paragraph', async () => {
    const clause = 'The buyer pays within thirty days of the invoice. '.repeat(6).trim();
    expect((await blocksOf(word(heading(clause)))).blocks).toEqual([`paragraph 1 ${clause}`]);
  });

  it('says that hidden text, comments, headers and footers are left out', async () => {
    const hidden = '<w:r><w:rPr><w:vanish/></w:rPr><w:t>secret</w:t></w:r>';
    const comment = '<w:comment w:id="1"><w:p><w:r><w:t>remark</w:t></w:r></w:p></w:comment>';
    const { blocks, said } = await blocksOf(
      word(paragraph(hidden, text('Shown.')), {
        'word/comments.xml': `<w:comments ${space}>${comment}${comment}</w:comments>`,
        'word/header1.xml': `<w:hdr ${space}><w:p/></w:hdr>`,
        'word/footer1.xml': `<w:ftr ${space}>${paragraph(text('Page'))}</w:ftr>`,
      }),
    );
    expect(blocks).toEqual(['paragraph Shown.']);
    expect(said).toEqual([
      'Hidden text was left out.',
      '2 comments and the headers and footers of the pages were left out.',
    ]);
  });

  it('has footnotes with the same hyphens as its text', async () => {
    const note = `<w:footnotes ${space}><w:footnote w:id="2"><w:p><w:r><w:t>A</w:t><w:noBreakHyphen/><w:t>100</w:t></w:r></w:p></w:footnote></w:footnotes>`;
    const { blocks } = await blocksOf(
      word(paragraph(text('See'), '<w:r><w:footnoteReference w:id="2"/></w:r>'), {
        'word/footnotes.xml': note,
      }),
    );
    expect(blocks).toEqual(['paragraph See', 'paragraph A-100']);
  });
});

describe('other documents of Word processors', () => {
  const read = useReader();
  const textsOf = async (name: string, content: Buffer | string) => {
    const { blocks, code, said } = await read(name, content);
    expect(code).toBeNull();
    return { said, texts: blocks.map(({ kind, text: words }) => `${kind} ${words}`) };
  };

  it('have the numbers of RTF without its deleted and hidden text', async () => {
    const heading = '{\\pard\\outlinelevel0\\s1{\\listtext\\pard\\plain 2\\tab}Price list\\par}';
    const body =
      '{\\pard{\\listtext\\pard\\plain 2.1\\tab}\\ls1\\ilvl0 part\\_number\\par}{\\pard price is {\\deleted OLD }{\\v secret }NEW\\par}';
    const rtf = `{\\rtf1\\ansi{\\stylesheet{\\s1\\outlinelevel0 heading 1;}}{\\header Page\\par}${heading}${body}}`;
    const { texts, said } = await textsOf('a.rtf', rtf);
    expect(texts).toEqual(['heading 2 Price list', 'list 2.1 part-number', 'paragraph price is NEW']);
    expect(said).toEqual([
      'Hidden text was left out.',
      'The headers and footers of the pages were left out.',
    ]);
  });

  it('have the words of controls in an OpenDocument text', async () => {
    const names =
      'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:loext="urn:org:documentfoundation:names:experimental:office:xmlns:loext:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"';
    const control =
      '<loext:content-control loext:checkbox="true">INSIDE <text:span>12345</text:span></loext:content-control>';
    const content = `<office:document-content ${names}><office:body><office:text><text:p>Inline ${control} end.</text:p></office:text></office:body></office:document-content>`;
    const styles = `<office:document-styles ${names}><office:master-styles><style:master-page><style:header><text:p>Page</text:p></style:header></style:master-page></office:master-styles></office:document-styles>`;
    const file = zip([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' },
      { name: 'content.xml', content },
      { name: 'styles.xml', content: styles },
    ]);
    const { texts, said } = await textsOf('a.odt', file);
    expect(texts).toEqual(['paragraph Inline INSIDE 12345 end.']);
    expect(said).toEqual(['The headers and footers of the pages were left out.']);
  });

  it('have no words of the reader for the hyphens of Word 97', async () => {
    const { texts } = await textsOf('a.doc', doc('optional\u001fhyphen A\u001e100\nundefined stays'));
    expect(texts).toEqual(['paragraph optionalhyphen A-100', 'paragraph undefined stays']);
  });
});
