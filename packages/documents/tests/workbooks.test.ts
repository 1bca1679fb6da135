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
      'A: 45000\nB: 2023-03-15\nC: 2023-03-15 12:00\nD: 45000',
    ]);
    const properties = '<workbookPr date1904="1"/>';
    expect(await textsOf({ styles, sheet, properties })).toEqual([
      'A: 45000\nB: 2027-03-16\nC: 2027-03-16 12:00\nD: 45000',
    ]);
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
