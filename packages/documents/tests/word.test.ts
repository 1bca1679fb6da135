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

describe('charts, pictures and slides', () => {
  const read = useReader();
  const chart =
    '<c:chartSpace xmlns:c="c" xmlns:a="a"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales by region</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:ser><c:tx><c:v>2024</c:v></c:tx><c:cat><c:pt idx="0"><c:v>East</c:v></c:pt></c:cat><c:val><c:pt idx="0"><c:v>19.2</c:v></c:pt></c:val></c:ser></c:plotArea></c:chart></c:chartSpace>';
  const relations = (...list: readonly (readonly [id: string, type: string, target: string])[]) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${list.map(([id, type, target]) => `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`).join('')}</Relationships>`;

  it('of a Word document stand behind their paragraphs in words', async () => {
    const drawing = `<w:r><w:drawing xmlns:wp="wp" xmlns:a="a" xmlns:c="c"><wp:inline><a:graphic><a:graphicData><c:chart r:id="r1"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`;
    const picture = `<w:r><w:drawing xmlns:wp="wp" xmlns:a="a"><wp:inline><wp:docPr id="1" name="p" descr="Plan of the second floor"/><a:blip r:embed="r2"/></wp:inline></w:drawing></w:r>`;
    const file = word(
      paragraph(text('Before'), drawing) + paragraph(text('See'), picture) + paragraph(text('After')),
      {
        'word/_rels/document.xml.rels': relations(
          ['r1', 'chart', 'charts/chart1.xml'],
          ['r2', 'image', 'media/a.png'],
        ),
        'word/charts/chart1.xml': chart,
        'word/media/a.png': 'no picture',
      },
    );
    const { blocks, code } = await read('a.docx', file);
    expect(code).toBeNull();
    expect(blocks.map(({ text: words }) => words)).toEqual([
      ...[
        'Before',
        'Sales by region',
        'Category | 2024\nEast | 19.2',
        'See',
        'Plan of the second floor',
        'After',
      ],
    ]);
  });

  it('of a presentation likewise, without its hidden slides', async () => {
    const space =
      'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';
    const words = (line: string) =>
      `<p:sp><p:txBody><a:p><a:r><a:t>${line}</a:t></a:r></a:p></p:txBody></p:sp>`;
    const slide = (inner: string, more = '') =>
      `<p:sld ${space} ${more}><p:cSld><p:spTree>${inner}</p:spTree></p:cSld></p:sld>`;
    const frame =
      '<p:graphicFrame><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/chart"><c:chart r:id="r1"/></a:graphicData></a:graphic></p:graphicFrame>';
    const file = zip([
      { name: '[Content_Types].xml', content: '<Types/>' },
      { name: 'ppt/presentation.xml', content: `<p:presentation ${space}/>` },
      { name: 'ppt/slides/slide1.xml', content: slide(words('Shown slide') + frame) },
      {
        name: 'ppt/slides/_rels/slide1.xml.rels',
        content: relations(['r1', 'chart', '../charts/chart1.xml']),
      },
      { name: 'ppt/slides/slide2.xml', content: slide(words('Secret'), 'show="0"') },
      { name: 'ppt/slides/slide3.xml', content: slide(words('Last slide')) },
      { name: 'ppt/charts/chart1.xml', content: chart },
    ]);
    const { blocks, said } = await read('a.pptx', file);
    expect(blocks.map(({ page, text: line }) => `${page} ${line}`)).toEqual([
      ...['1 Shown slide', '1 Sales by region', '1 Category | 2024\nEast | 19.2', '3 Last slide'],
    ]);
    expect(said).toEqual(['One hidden slide was left out.']);
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
