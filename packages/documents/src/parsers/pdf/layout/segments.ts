import { measureFontSize, type PdfItem } from '../pdf-lines.ts';

/** Runs of text that follow each other on one baseline, without a wide gap between them. `at` is the place of the first among the items of the page. */
export interface Segment {
  at: number;
  runs: PdfItem[];
  left: number;
  right: number;
  y: number;
  size: number;
  characters: number;
  /** The way in which the segment goes on with the line of the one before it, unless the file ends that line. */
  joins?: 'behind' | 'before';
  /** True for text that is turned or mirrored against the page, whose order its places do not tell. */
  isTurned: boolean;
}

/** Limits in font sizes: the widest gap inside a segment, and the distances from which baselines are two: of texts of one size, and of exponents. */
const gap = 1;
const baselines = { same: 0.5, exponent: 0.8 };

const isRightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/u;

const locate = ({ transform, width }: PdfItem) => {
  const [a = 1, b = 0, c = 0, d = 1, x = 0, y = 0] = transform;
  const isMirrored = a * d - b * c < 0;
  return { left: x, right: x + width, y, isTurned: isMirrored || Math.abs(b) > Math.abs(a) || a < 0 };
};

/** Returns the place of a run beside the segment before it; undefined where it belongs to it. */
function findBreak(segment: Segment, run: PdfItem): 'line' | 'behind' | 'before' | undefined {
  const { left, right, y, isTurned } = locate(run);
  const size = Math.max(segment.size, measureFontSize(run));
  const isExponent = Math.min(segment.size, measureFontSize(run)) < 0.9 * size;
  const apart = baselines[isExponent ? 'exponent' : 'same'] * size;
  if (isTurned !== segment.isTurned || Math.abs(y - segment.y) >= apart) return 'line';
  if (isTurned || isRightToLeft.test(run.str) || isRightToLeft.test(segment.runs.at(-1)?.str ?? ''))
    return undefined;
  if (left - segment.right > gap * size) return 'behind';
  return right < segment.left + 0.1 * size ? 'before' : undefined;
}

const begin = (run: PdfItem, at: number, joins: Segment['joins']): Segment => ({
  ...{ at, runs: [run], size: measureFontSize(run), characters: run.str.trim().length },
  ...locate(run),
  ...(joins ? { joins } : {}),
});

function add(segment: Segment, run: PdfItem): void {
  const { left, right } = locate(run);
  segment.runs.push(run);
  segment.left = Math.min(segment.left, left);
  segment.right = Math.max(segment.right, right);
  segment.size = Math.max(segment.size, measureFontSize(run));
  segment.characters += run.str.trim().length;
}

/** Splits the runs of a page at the ends of their lines, at wide gaps and at jumps. `isTaken` tells which belong to a table. */
export function findSegments(items: readonly PdfItem[], isTaken: (at: number) => boolean): Segment[] {
  const segments: Segment[] = [];
  let open: Segment | undefined;
  for (const [at, item] of items.entries()) {
    if (isTaken(at)) {
      open = undefined;
      continue;
    }
    if (item.str.trim() !== '') {
      const found = open ? findBreak(open, item) : 'line';
      if (open && found === undefined) add(open, item);
      else {
        open = begin(item, at, found === 'line' ? undefined : found);
        segments.push(open);
      }
    } else if (item.str !== '') open?.runs.push(item);
    if (item.hasEOL) open = undefined;
  }
  return segments;
}
