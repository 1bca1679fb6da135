import { utils, type WorkBook, write } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { useReader } from './reader.ts';
import { zip } from './zip-files.ts';

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

interface Parts {
  sheet: string;
  strings?: string;
  styles?: string;
  properties?: string;
  /** The namespace prefix of every element, as some programs write it. */
  prefix?: string;
}

const workbook = ({ sheet, strings = '', styles = '', properties = '', prefix = '' }: Parts): Buffer => {
  const named = (xml: string) =>
    xml.replaceAll(/<(\/?)(\w)/g, (_all, slash: string, first: string) => `<${slash}${prefix}${first}`);
  const space = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`;
  const part = (name: string, root: string, inner: string) => ({
    name,
    content: named(`<${root} ${space}="${main}" xmlns:r="${office}">${inner}</${root}>`),
  });
  return zip([
    { name: '[Content_Types].xml', content: '<Types/>' },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: '<Relationships><Relationship Id="r1" Target="worksheets/one.xml"/></Relationships>',
    },
    part(
      'xl/workbook.xml',
      'workbook',
      `${properties}<sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets>`,
    ),
    part('xl/styles.xml', 'styleSheet', styles),
    part('xl/sharedStrings.xml', 'sst', strings),
    part('xl/worksheets/one.xml', 'worksheet', `<sheetData>${sheet}</sheetData>`),
  ]);
};

const cells = (...values: string[]) => `<row>${values.join('')}</row>`;
const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
const head = cells(text('A'), text('B'), text('C'), text('D'));

const asBuffer = (written: unknown): Buffer => written as Buffer;
const writeBook = (book: WorkBook, bookType: 'xlsx' | 'biff8' | 'xlml'): Buffer =>
  asBuffer(write(book, { type: 'buffer', bookType }));

describe('a workbook', () => {
  const read = useReader();
  const textsOf = async (parts: Parts) => {
    const { blocks, code } = await read('book.xlsx', workbook(parts));
    expect(code).toBeNull();
    return blocks.map((block) => block.text);
  };

  it('is read where its elements have a prefix and its cells no address', async () => {
    expect(await textsOf({ prefix: 'x:', sheet: head + cells(text('1st'), '<c/>', text('3rd')) })).toEqual([
      'A: 1st\nC: 3rd',
    ]);
  });

  it('shows rich text whole, and leaves out how a word is pronounced', async () => {
    const strings =
      '<si><r><t>bold</t></r><r><t xml:space="preserve"> and plain</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh></si>';
    const rich = '<c t="inlineStr"><is><r><t>two </t></r><r><t>runs</t></r></is></c>';
    const shared = (at: number) => `<c t="s"><v>${at}</v></c>`;
    expect(
      await textsOf({
        strings,
        sheet: head + cells(shared(0), shared(1), rich, text('a &lt;b&gt; &amp;amp;')),
      }),
    ).toEqual(['A: bold and plain\nB: 東京\nC: two runs\nD: a <b> &amp;']);
  });

  it('shows the results of formulas: numbers, words, truth and errors', async () => {
    const row = cells(
      '<c><f>0.1+0.2</f><v>0.30000000000000004</v></c>',
      '<c t="str"><f>"a"&amp;"b"</f><v>ab</v></c>',
      '<c t="b"><f>1=1</f><v>1</v></c>',
      '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>',
    );
    expect(await textsOf({ sheet: head + row })).toEqual(['A: 0.3\nB: ab\nC: TRUE\nD: #DIV/0!']);
  });

  const styles = `<numFmts><numFmt numFmtId="170" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="171" formatCode="#,##0.00 &quot;days&quot;;[Red]-0"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs>`;

  it('tells dates from numbers by the format of the cell, in both calendars of Excel', async () => {
    const value = (style: number, number: number) => `<c s="${style}"><v>${number}</v></c>`;
    const row = cells(value(0, 45_000), value(1, 45_000), value(2, 45_000.5), value(3, 45_000));
    const sheet = head + row;
    expect(await textsOf({ styles, sheet })).toEqual([
      'A: 45000\nB: 2023-03-15\nC: 2023-03-15 12:00\nD: 45,000.00 days',
    ]);
    const properties = '<workbookPr date1904="1"/>';
    expect(await textsOf({ styles, sheet, properties })).toEqual([
      'A: 45000\nB: 2027-03-16\nC: 2027-03-16 12:00\nD: 45,000.00 days',
    ]);
  });

  it('shows what its cells show, and says which formulas have no result', async () => {
    const formats = `<numFmts><numFmt numFmtId="170" formatCode="0.0%"/><numFmt numFmtId="171" formatCode="00000"/><numFmt numFmtId="172" formatCode="[h]:mm"/></numFmts><cellXfs><xf numFmtId="170"/><xf numFmtId="171"/><xf numFmtId="172"/><xf numFmtId="20"/></cellXfs>`;
    const value = (style: number, number: number) => `<c s="${style}"><v>${number}</v></c>`;
    const formulas = cells(
      '<c><f>1+1</f></c>',
      '<c t="str"><f>""</f><v></v></c>',
      '<c><f>2+2</f><v/></c>',
      text('end'),
    );
    const rows =
      head +
      cells(value(0, 0.125), value(1, 1067), value(2, 1.260416666666667), value(3, 0.6041666)) +
      formulas;
    const { blocks, notes, said } = await read('book.xlsx', workbook({ styles: formats, sheet: rows }));
    expect(blocks.map((block) => block.text)).toEqual(['A: 12.5%\nB: 01067\nC: 30:15\nD: 14:30', 'D: end']);
    expect(notes).toEqual(['documents.formulas_without_value']);
    expect(said[0]).toContain('2 formulas have no stored value.');
  });

  const hiddenRead = [
    ...['Group: One\nName: Bo\nRoom: R2', 'Group: One\nName: Cy\nRoom: R3', 'Group: Two\nName: Di\nRoom: R4'],
  ];
  const hiddenSaid = ['One hidden row and one hidden column were left out.'];

  it.each([
    ['xlsx', 'xlsx'],
    ['xls', 'xlml'],
  ] as const)(
    'leaves out hidden rows and columns, and says so: %s of the kind %s',
    async (extension, bookType) => {
      const sheet = utils.aoa_to_sheet([
        ...[
          ['Group', 'Name', 'Salary', 'Room'],
          ['One', 'Ana', 5000, 'R1'],
          ['', 'Bo', 6000, 'R2'],
        ],
        ...[
          ['', 'Cy', 7000, 'R3'],
          ['Two', 'Di', 8000, 'R4'],
        ],
      ]);
      sheet['!merges'] = [{ s: { r: 1, c: 0 }, e: { r: 3, c: 0 } }];
      sheet['!cols'] = [{}, {}, { hidden: true }, {}, { hidden: true }];
      sheet['!rows'] = [{}, { hidden: true }, {}, {}, {}, { hidden: true }];
      const { blocks, said } = await read(
        `book.${extension}`,
        writeBook(utils.book_new(sheet, 'S'), bookType),
      );
      expect(blocks.map((block) => block.text)).toEqual(hiddenRead);
      expect(said).toEqual(hiddenSaid);
    },
  );

  it('leaves out hidden columns of Excel 97', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Name', 'Salary', 'Room'],
      ['Ana', 5000, 'R1'],
      ['Bo', 6000, 'R2'],
    ]);
    sheet['!cols'] = [{}, { hidden: true }];
    const { blocks, said } = await read('book.xls', writeBook(utils.book_new(sheet, 'S'), 'biff8'));
    expect(blocks.map((block) => block.text)).toEqual(['Name: Ana\nRoom: R1', 'Name: Bo\nRoom: R2']);
    expect(said).toEqual(['One hidden column was left out.']);
  });

  const openDocument = (styles: string, tables: string): Buffer =>
    zip([
      { name: 'mimetype', content: 'application/vnd.oasis.opendocument.spreadsheet' },
      { name: 'META-INF/manifest.xml', content: '<manifest/>' },
      { name: 'styles.xml', content: '<styles/>' },
      {
        name: 'content.xml',
        content: `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
      },
    ]);
  const row = (values: readonly string[], attributes = '') =>
    `<table:table-row ${attributes}>${values.map((value) => `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`).join('')}</table:table-row>`;

  it('leaves out hidden rows, columns and sheets of OpenDocument, and says so', async () => {
    const columns =
      '<table:table-column table:number-columns-repeated="2"/><table:table-column table:visibility="collapse"/><table:table-column/>';
    const rows = [
      row(['Group', 'Name', 'Salary', 'Room']),
      row(['One', 'Ana', '5000', 'R1'], 'table:visibility="filter"'),
      row(['One', 'Bo', '6000', 'R2']) + row(['One', 'Cy', '7000', 'R3']) + row(['Two', 'Di', '8000', 'R4']),
    ];
    const style =
      '<style:style style:name="t2" style:family="table"><style:table-properties table:display="false"/></style:style>';
    const content = openDocument(
      style,
      `<table:table table:name="Secret" table:style-name="t2">${row(['do not show'])}</table:table><table:table table:name="S">${columns}${rows.join('')}</table:table>`,
    );
    const { blocks, said } = await read('book.ods', content);
    expect(blocks.map((block) => block.text)).toEqual(hiddenRead);
    expect(said).toEqual(['One hidden sheet was left out.', ...hiddenSaid]);
  });

  it('of OpenDocument shows what its cells show, with dates in ISO form, and counts formulas without results', async () => {
    const cell = (attributes: string, shown: string) =>
      `<table:table-cell ${attributes}><text:p>${shown}</text:p></table:table-cell>`;
    const values = [
      cell('office:value-type="percentage" office:value="0.125"', '12,5 %'),
      cell('office:value-type="date" office:date-value="2024-02-29"', '29.02.24'),
      cell('office:value-type="time" office:time-value="PT30H15M00S"', '30:15'),
      '<table:table-cell table:formula="of:=[.A1]+1"/><table:table-cell table:formula="of:=1" office:value-type="float" office:value="1"><text:p>1</text:p></table:table-cell>',
    ].join('');
    const sheet = `<table:table table:name="S">${row(['A', 'B', 'C', 'D', 'E'])}<table:table-row>${values}</table:table-row></table:table>`;
    const { blocks, notes, said } = await read('book.ods', openDocument('', sheet));
    expect(blocks.map((block) => block.text)).toEqual(['A: 12,5 %\nB: 2024-02-29\nC: 30:15\nE: 1']);
    expect(notes).toEqual(['documents.formulas_without_value']);
    expect(said[0]).toContain('1 formula has no stored value.');
  });

  it('is read with 300,000 shared texts, each found by its number', async () => {
    const many = 300_000;
    const strings = Array.from({ length: many }, (_, at) => `<si><t>text ${at}</t></si>`).join('');
    const last = `<c t="s"><v>${many - 1}</v></c>`;
    expect(await textsOf({ strings, sheet: head + cells(last, '<c t="s"><v>12</v></c>') })).toEqual([
      `A: text ${many - 1}\nB: text 12`,
    ]);
  });

  it('is read where 200,000 elements stand in each other', async () => {
    const depth = 200_000;
    const deep = `<x>${'<y>'.repeat(depth)}${'</y>'.repeat(depth)}</x>`;
    expect(await textsOf({ sheet: head + deep + cells(text('after')) })).toEqual(['A: after']);
  });

  it('is refused where a shared text of 390 MB is packed into less than one', async () => {
    const strings = '<si><t>'.concat('x'.repeat(390 * 1024 * 1024), '</t></si>');
    const { blocks, code } = await read('book.xlsx', workbook({ strings, sheet: head }));
    expect(blocks).toEqual([]);
    expect(code).toBe('documents.archive_bomb');
  });

  it('is refused where its XML is broken', async () => {
    const { code } = await read('book.xlsx', workbook({ sheet: `${cells(text('a'))}<row><c></row>` }));
    expect(code).toBe('documents.corrupt');
  });
});
