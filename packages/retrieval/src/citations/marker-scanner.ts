/** A piece of an answer: plain text, or a citation marker with the numbers that it names. */
export type AnswerPiece =
  | { kind: 'text'; text: string }
  | { kind: 'marker'; text: string; numbers: number[] };

export type MarkerScanner = {
  /** Returns the pieces that are complete after this delta; a possible beginning of a marker is held back. */
  push(delta: string): AnswerPiece[];
  /** Returns the text that was held back. */
  end(): AnswerPiece[];
};

const marker = /^\[\s*\d{1,3}(?:\s*[,;–-]\s*\d{1,3})*\s*\]$/;
const prefix = /^\[[\d\s,;–-]*$/;
const longestMarker = 48;
const widestRange = 20;

/**
 * Finds `[1]`, `[2, 3]` and `[1-3]` in a text that arrives in pieces, and leaves code (between backticks) alone,
 * where `[0]` is an index and no citation.
 */
export function createMarkerScanner(): MarkerScanner {
  const code = createCodeTracker();
  let held = '';
  let text = '';

  const takeText = (pieces: AnswerPiece[]) => {
    if (text !== '') pieces.push({ kind: 'text', text });
    text = '';
  };
  const accept = (character: string, pieces: AnswerPiece[]) => {
    const candidate = held + character;
    if (held === '') {
      if (character === '[' && !code.isInside(character)) held = character;
      else text += code.note(character);
    } else if (marker.test(candidate)) {
      takeText(pieces);
      pieces.push({ kind: 'marker', text: candidate, numbers: readNumbers(candidate) });
      held = '';
    } else if (prefix.test(candidate) && candidate.length <= longestMarker) {
      held = candidate;
    } else {
      for (const missed of held) text += code.note(missed);
      held = '';
      accept(character, pieces);
    }
  };

  return {
    push(delta) {
      const pieces: AnswerPiece[] = [];
      for (const character of delta) accept(character, pieces);
      takeText(pieces);
      return pieces;
    },
    end() {
      const rest = held;
      held = '';
      return rest === '' ? [] : [{ kind: 'text', text: rest }];
    },
  };
}

function readNumbers(text: string): number[] {
  return text
    .slice(1, -1)
    .split(/[,;]/)
    .flatMap((part) => {
      const [first = 0, last = first] = part.split(/[–-]/).map((digits) => Number(digits.trim()));
      const count = last >= first && last - first < widestRange ? last - first + 1 : 1;
      return Array.from({ length: count }, (_, step) => first + step);
    });
}

/** Follows backticks: a run of one or two opens code until an equal run or the line's end, a longer one a fence. */
function createCodeTracker() {
  let run = 0;
  let open = 0;
  const closeRun = () => {
    if (run === 0) return;
    if (open === 0) open = run;
    else if (run === open || (open >= 3 && run >= open)) open = 0;
    run = 0;
  };
  return {
    isInside(next: string): boolean {
      if (next !== '`') closeRun();
      return open > 0;
    },
    note(character: string): string {
      if (character === '`') run += 1;
      else closeRun();
      if (character === '\n' && open < 3) open = 0;
      return character;
    },
  };
}
