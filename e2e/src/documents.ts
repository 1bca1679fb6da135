import { Document, HeadingLevel, Packer, Paragraph } from 'docx';
import exceljs from 'exceljs';
import pptxgen from 'pptxgenjs';
import { pdf } from './sample-files.ts';

export interface RealFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const text = (name: string, mimeType: string, content: string): RealFile => ({
  name,
  mimeType,
  buffer: Buffer.from(content),
});

const office = 'application/vnd.openxmlformats-officedocument';

const docx = async (): Promise<RealFile> => {
  const children = [
    new Paragraph({ text: 'Remote work', heading: HeadingLevel.HEADING_1 }),
    new Paragraph('Remote work needs the consent of the team lead. Up to three days a week are usual.'),
    new Paragraph({ text: 'Equipment', heading: HeadingLevel.HEADING_2 }),
    new Paragraph(
      'Every desk at home gets a monitor and a chair. The company pays up to 400 euros for the rest.',
    ),
  ];
  const buffer = await Packer.toBuffer(new Document({ sections: [{ children }] }));
  return { name: 'remote-work.docx', mimeType: `${office}.wordprocessingml.document`, buffer };
};

const pptx = async (): Promise<RealFile> => {
  const deck = new pptxgen();
  deck.addSlide().addText('Harbour fair', { x: 1, y: 0.5, w: 8, h: 1 });
  const slide = deck.addSlide();
  slide.addText('Who comes', { x: 1, y: 0.5, w: 8, h: 1 });
  slide.addText('The harbour fair expects 1,200 guests on the second Saturday of May.', {
    x: 1,
    y: 2,
    w: 8,
    h: 1,
  });
  const written = await deck.write({ outputType: 'nodebuffer' });
  if (!(written instanceof Uint8Array)) throw new TypeError('The slides were expected as bytes.');
  const mimeType = `${office}.presentationml.presentation`;
  return { name: 'harbour-fair.pptx', mimeType, buffer: Buffer.from(written) };
};

const xlsx = async (): Promise<RealFile> => {
  const book = new exceljs.Workbook();
  const sheet = book.addWorksheet('Hotels');
  sheet.addRows([
    ['City', 'Hotel', 'Highest rate in euros'],
    ['Paris', 'Pont Neuf', 120],
    ['Rome', 'Trastevere', 95],
    ['Vienna', 'Naschmarkt', 110],
  ]);
  const buffer = Buffer.from(await book.xlsx.writeBuffer());
  return { name: 'hotel-rates.xlsx', mimeType: `${office}.spreadsheetml.sheet`, buffer };
};

const page = (number: number) =>
  number === 317
    ? 'The night ferry to Trelleborg leaves at 23:40 from pier seven. Tickets are sold at the harbour office until ten in the evening. Bicycles travel free of charge.'
    : `Timetable notes of route ${number}. The boats of this route call at ${3 + (number % 7)} landings and carry post. In winter the morning departure is left out when there is ice on the river. Delays are shown on the board at gate ${number % 40}.`;

/** Makes a timetable with this many pages. The fact that the question asks for is on page 317. */
export const timetable = async (pages: number): Promise<RealFile> => ({
  name: 'timetable.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(await pdf(Array.from({ length: pages }, (_nothing, at) => page(at + 1)))),
});

/** Makes one document of each kind that people have. */
export const documents = async (pages: number): Promise<RealFile[]> => [
  await timetable(pages),
  await docx(),
  await pptx(),
  await xlsx(),
  text('parking.csv', 'text/csv', 'place,spaces,gate code\nNorth yard,40,4417\nSouth yard,25,9032\n'),
  text(
    'canteen.html',
    'text/html',
    '<!doctype html><html><head><title>Canteen</title></head><body><main><h1>Canteen</h1><p>The canteen serves lunch from 11:30 to 14:00. On Fridays there is fish from the market hall.</p><h2>Guests</h2><p>Guests pay 8.50 euros for a meal and are signed in at the reception.</p></main></body></html>',
  ),
  text(
    'leave.md',
    'text/markdown',
    '# Leave\n\nEmployees get 25 days of paid leave per year. Unused leave expires on 31 March.\n\n# Part-time\n\nPart-time employees get paid leave in proportion to their working days.\n',
  ),
  text('keys.txt', 'text/plain', 'Lost keys are reported to the porter at once. A new key costs 30 euros.\n'),
  text(
    'contacts.json',
    'application/json',
    JSON.stringify([{ team: 'Harbour office', phone: '+49 461 5550', opens: '08:00' }]),
  ),
];

/** Makes many small notes, like those in a folder on somebody's computer. */
export const notes = (count: number): RealFile[] =>
  Array.from({ length: count }, (_nothing, at) =>
    text(
      `note-${String(at).padStart(3, '0')}.md`,
      'text/markdown',
      `# Note ${at}\n\nBuoy ${at} was painted on day ${at % 28}. Its lamp shines every ${2 + (at % 9)} seconds.\n`,
    ),
  );
