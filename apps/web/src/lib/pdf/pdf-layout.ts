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

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
const isWide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uff60\p{Extended_Pictographic}]/u;

/** Letters with their place on the line. Those of Chinese, Japanese and Korean are twice as wide as others. */
const measured = (word: string): { letter: string; size: number }[] =>
  Array.from(letters.segment(word), ({ segment }) => ({
    letter: segment,
    size: isWide.test(segment) ? 2 : segment.length,
  }));

const measureWord = (word: string): number =>
  // Plain text, which is nearly all of it, need not be divided into letters.
  /^[\x20-\x7e]*$/.test(word) ? word.length : measured(word).reduce((sum, { size }) => sum + size, 0);

/** Divides a word into pieces that fit on a line, never inside a letter. */
const cutWord = (word: string): string[] => {
  if (measureWord(word) <= longestLine) return [word];
  const pieces: string[] = [];
  let [piece, room] = ['', longestLine];
  for (const { letter, size } of measured(word)) {
    if (size > room && piece !== '') {
      pieces.push(piece);
      [piece, room] = ['', longestLine];
    }
    piece += letter;
    room -= size;
  }
  return [...pieces, piece];
};

/** Breaks a line between words at 70 characters (PDF-05), and inside a word that is longer than that. */
export const wrapLine = (line: string): string[] => {
  const lines: string[] = [];
  let [open, used] = ['', 0];
  for (const piece of line.split(/\s+/).flatMap(cutWord)) {
    const size = measureWord(piece);
    if (open !== '' && used + 1 + size <= longestLine) {
      [open, used] = [`${open} ${piece}`, used + 1 + size];
      continue;
    }
    if (open !== '') lines.push(open);
    [open, used] = [piece, size];
  }
  return [...lines, open];
};

const toPdfLines = ({ title, id, text }: PdfItem): { text: string; isTitle: boolean }[] => [
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
    for (const line of toPdfLines(item)) {
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
