/** The page of an export (PDF-01 to PDF-07). Units are points; y counts from the bottom. */
export const page = { width: 550, height: 842, margin: 40, fontSize: 12, lineGap: 4 } as const;

const longestLine = 70;
const lowest = 50;
const betweenItems = 20;

export interface PdfItem {
  title?: string | undefined;
  id?: string | undefined;
  text: string;
}

export interface PdfLine {
  text: string;
  isTitle: boolean;
  page: number;
  y: number;
}

/** Breaks a line between words at 70 characters (PDF-05), and inside a word that is longer than that. */
export const wrapLine = (line: string): string[] => {
  const lines: string[] = [];
  let open = '';
  for (const word of line.split(/\s+/)) {
    let rest = word;
    if (open !== '' && open.length + 1 + rest.length <= longestLine) {
      open = `${open} ${rest}`;
      continue;
    }
    if (open !== '') lines.push(open);
    while (rest.length > longestLine) {
      lines.push(rest.slice(0, longestLine));
      rest = rest.slice(longestLine);
    }
    open = rest;
  }
  return [...lines, open];
};

const linesOf = ({ title, id, text }: PdfItem): { text: string; isTitle: boolean }[] => [
  ...wrapLine(title?.trim() || 'Untitled').map((line) => ({ text: line, isTitle: true })),
  ...wrapLine(id?.trim() || 'Unknown ID').map((line) => ({ text: line, isTitle: false })),
  ...text.split('\n').flatMap((line) => wrapLine(line).map((piece) => ({ text: piece, isTitle: false }))),
];

/** Returns the position of each line of the items. A line that would lie below y = 50 begins a new page (PDF-06). */
export const layOut = (items: readonly PdfItem[]): PdfLine[] => {
  const top = page.height - page.margin - page.fontSize;
  const lines: PdfLine[] = [];
  let at = { page: 0, y: top };
  for (const item of items) {
    for (const line of linesOf(item)) {
      if (at.y < lowest) at = { page: at.page + 1, y: top };
      lines.push({ ...line, ...at });
      at = { ...at, y: at.y - page.fontSize - page.lineGap };
    }
    at = { ...at, y: at.y - betweenItems };
  }
  return lines;
};

/** Returns the name under which a PDF is saved, always with the extension `.pdf` (PDF-10, PDF-11). */
export const pdfName = (name?: string): string => {
  const plain = (name ?? '')
    .replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (plain === '') return 'download.pdf';
  return /\.pdf$/i.test(plain) ? plain : `${plain}.pdf`;
};
