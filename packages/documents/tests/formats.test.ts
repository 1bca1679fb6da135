import { describe, expect, it } from 'vitest';
import { convertedDocx, doc, docx, pptx, workbook, xlsx } from './office-files.ts';
import { pdf, reportPdf } from './pdf-files.ts';
import { useReader } from './reader.ts';

const read = useReader();

describe('text documents', () => {
  it('keeps headings, lists and tables of a Word document', async () => {
    const { blocks, code } = await read('policy.docx', await docx());
    expect(code).toBeNull();
    expect(blocks).toEqual([
      { kind: 'heading', text: 'Travel policy', level: 1 },
      { kind: 'paragraph', text: 'Book early.' },
      { kind: 'heading', text: 'Trains', level: 2 },
      { kind: 'list', text: '- First class above four hours\n  - Seat reservation' },
      { kind: 'table', text: 'City | Limit\nVienna | 150' },
    ]);
  });

  it.each(['odt', 'rtf', 'epub'] as const)('reads the same document as %s', async (format) => {
    const { blocks } = await read(`policy.${format}`, await convertedDocx(format));
    expect(blocks.map((block) => block.kind)).toEqual(['heading', 'paragraph', 'heading', 'list', 'table']);
    expect(blocks[1]?.text).toBe('Book early.');
  });

  it('reads a Word 97 document paragraph by paragraph', async () => {
    const { blocks } = await read('old.doc', doc('Dear Ms Žižka,\nthe heating is fixed.\n'));
    expect(blocks).toEqual([
      { kind: 'paragraph', text: 'Dear Ms Žižka,' },
      { kind: 'paragraph', text: 'the heating is fixed.' },
    ]);
  });

  it('gives each slide its number, its title and its notes', async () => {
    const { blocks } = await read('deck.pptx', await pptx());
    expect(blocks).toEqual([
      { kind: 'heading', text: 'Quarter in numbers', level: 1, page: 1 },
      { kind: 'table', text: 'Region | Sales\nNorth | 12', page: 1 },
      { kind: 'paragraph', text: 'Mention the northern fair.', page: 1 },
      { kind: 'heading', text: 'Outlook for spring', level: 1, page: 2 },
    ]);
  });

  it('joins the lines of a PDF to paragraphs and leaves out what repeats on every page', async () => {
    const { blocks, fractions } = await read('book.pdf', await pdf(6));
    expect(blocks.filter((block) => block.page === 5)).toEqual([
      { kind: 'heading', text: 'Chapter 5', level: 1, page: 5 },
      {
        kind: 'paragraph',
        text: 'The code word of page 5 is heron5. It is not to be passed on to anyone outside of the company.',
        page: 5,
      },
      { kind: 'paragraph', text: 'A second paragraph stands below a gap.', page: 5 },
    ]);
    expect(fractions.at(-1)).toBe(1);
  });

  it('leaves out the foot of a PDF that is high on the page and has its number inside', async () => {
    const { blocks } = await read('report.pdf', await reportPdf(6));
    expect(blocks.filter(({ page }) => page === 5).map(({ text }) => text)).toEqual([
      'Sales of month 5 rose.',
    ]);
  });

  it('says at the beginning how many pages a PDF or a deck has, and nothing of pages of a text', async () => {
    expect((await read('book.pdf', await pdf(6))).pages).toEqual([6]);
    expect((await read('deck.pptx', await pptx())).pages).toEqual([2]);
    expect((await read('policy.docx', await docx())).pages).toEqual([]);
    expect((await read('note.txt', 'Leave is 25 days.')).pages).toEqual([]);
  });

  it('reads Markdown: headings of both kinds, lists, fences, tables, front matter', async () => {
    const text =
      '---\ntitle: Guide\n---\n# Install\nRun **this**\nnow.\n\nLinux\n-----\n1. get it\n2. run it\n\n```sh\n# no heading\n\nrun\n```\n| a | b |\n|---|:-:|\n| 1 | x\\|y |\n';
    const { blocks } = await read('guide.md', text);
    expect(blocks).toEqual([
      { kind: 'paragraph', text: 'title: Guide' },
      { kind: 'heading', text: 'Install', level: 1 },
      { kind: 'paragraph', text: 'Run this\nnow.' },
      { kind: 'heading', text: 'Linux', level: 2 },
      { kind: 'list', text: '1. get it\n2. run it' },
      { kind: 'code', text: '# no heading\n\nrun' },
      { kind: 'table', text: 'a | b\n1 | x|y' },
    ]);
  });

  it('reads the content of a web page without its navigation, scripts and hidden parts', async () => {
    const html = `<!doctype html><html><head><title>Shop</title><style>p{}</style></head><body>
      <nav><a href="/">Home</a></nav><script>track()</script><div style="display:none">secret</div>
      <h1>Delivery</h1><p>We deliver <b>within</b> two&nbsp;days.<br>Islands take longer.</p>
      <ul><li>Letters<ul><li>registered</li></ul></li><li>Parcels</li></ul>
      <table><tr><th>Zone</th><th>Price</th></tr><tr><td>EU</td><td>9 €</td></tr></table>
      <pre>track --id 7</pre></body></html>`;
    const { blocks } = await read('delivery.html', html);
    expect(blocks).toEqual([
      { kind: 'heading', text: 'Delivery', level: 1 },
      { kind: 'paragraph', text: 'We deliver within two days.\nIslands take longer.' },
      { kind: 'list', text: '- Letters\n  - registered\n- Parcels' },
      { kind: 'table', text: 'Zone | Price\nEU | 9 €' },
      { kind: 'code', text: 'track --id 7' },
    ]);
  });

  it('separates the paragraphs of plain text at blank lines', async () => {
    const { blocks } = await read('note.txt', 'one\r\nstill one\r\n\r\n\r\ntwo');
    expect(blocks.map((block) => block.text)).toEqual(['one\nstill one', 'two']);
  });
});

describe('tables', () => {
  it('takes the first line of a CSV for names where nothing speaks against it, and never a line like the others', async () => {
    const texts = async (content: string) =>
      (await read('a.csv', content)).blocks.map(({ text }) => text.replaceAll('\n', ' / '));
    expect(await texts('Hotel,Quartier\nAdler,Mitte\nKrone,Altstadt\n')).toEqual([
      ...['Hotel: Adler / Quartier: Mitte', 'Hotel: Krone / Quartier: Altstadt'],
    ]);
    expect(await texts('Adler,120\nKrone,95\n')).toEqual(['Adler / 120', 'Krone / 95']);
    expect(await texts('Adler,\nKrone,Altstadt\nBären,Mitte\n')).not.toContain('Adler: Krone / Altstadt');
  });

  it('writes the rows of a workbook with their column names, sheet by sheet, hidden ones left out', async () => {
    const { blocks, notes } = await read('staff.xlsx', await xlsx());
    const staff = { page: 1, sheet: 'Staff' };
    const offices = { page: 2, sheet: 'Offices' };
    expect(blocks).toEqual([
      { ...staff, kind: 'heading', text: 'Staff', level: 1 },
      { ...staff, kind: 'paragraph', text: 'Staff list 2024' },
      { ...staff, kind: 'row', text: 'Name: Zoë Müller\nStart: 2021-04-01\nSalary: 5200.5' },
      { ...staff, kind: 'row', text: 'Name: Ana Sá\nStart: 2022-01-15\nSalary: 4100' },
      { ...staff, kind: 'row', text: 'Name: Total\nSalary: 9300.5' },
      { ...offices, kind: 'heading', text: 'Offices', level: 1 },
      { ...offices, kind: 'row', text: 'City: Linz\nDesks: 14' },
    ]);
    expect(notes).toEqual(['documents.hidden_sheets']);
  });

  it.each([
    ['biff8', 'xls'],
    ['ods', 'ods'],
    ['xlml', 'xls'],
  ] as const)('reads a workbook of type %s', async (type, extension) => {
    const { blocks, code } = await read(`store.${extension}`, workbook(type));
    expect(code).toBeNull();
    expect(blocks.map((block) => [block.sheet, block.text])).toEqual([
      ['Store', 'Store'],
      ['Store', 'Part: Bolt\nStock: 40'],
      ['Prices', 'Prices'],
      ['Prices', 'Part: Nut\nPrice: 0.2'],
    ]);
  });

  it.each([
    ['UTF-8 with a mark', Buffer.from('\ufeffName,Town\n"Zoë, Dr.",Köln\n')],
    ['Windows-1252', Buffer.from('Name;Town\n"Zo\xeb, Dr.";K\xf6ln\n', 'latin1')],
    ['UTF-16 with a mark', Buffer.from('\ufeffName\tTown\nZoë, Dr.\tKöln\n', 'utf16le')],
    ['UTF-16 without a mark', Buffer.from('Name\tTown\nZoë, Dr.\tKöln\n', 'utf16le')],
    ['UTF-16 big-endian', Buffer.from('\ufeffName,Town\n"Zoë, Dr.",Köln\n', 'utf16le').swap16()],
  ])('reads a CSV in %s', async (_, content) => {
    const { blocks } = await read('people.csv', content);
    expect(blocks).toEqual([{ kind: 'row', text: 'Name: Zoë, Dr.\nTown: Köln' }]);
  });

  it('reads JSON records with their key paths, and JSON lines', async () => {
    const record = { id: 7, address: { city: 'Graz' }, tags: ['a', 'b'] };
    const expected = { kind: 'row', text: 'id: 7\naddress.city: Graz\ntags: a, b' };
    expect((await read('r.json', JSON.stringify([record]))).blocks).toEqual([expected]);
    expect((await read('r.jsonl', `${JSON.stringify(record)}\n{broken\n`)).blocks).toEqual([expected]);
    expect((await read('r.json', JSON.stringify({ shop: 'X', orders: [record] }))).blocks).toEqual([
      { kind: 'row', text: 'shop: X' },
      { kind: 'heading', text: 'orders', level: 1 },
      expected,
    ]);
  });

  it('cuts a large table into rows that carry their column names', async () => {
    const rows = Array.from({ length: 80 }, (_, index) => `| item ${index} | ${index * 3} pieces in stock |`);
    const { blocks } = await read('stock.md', `| Item | Stock |\n|---|---|\n${rows.join('\n')}\n`);
    expect(blocks).toHaveLength(80);
    expect(blocks[7]).toEqual({ kind: 'row', text: 'Item: item 7\nStock: 21 pieces in stock' });
  });
});
