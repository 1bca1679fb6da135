import type { Source } from '../source.ts';

/** The texts beside that of a document: the number of comments, and of headers and footers. */
export interface Beside {
  comments: number;
  margins: number;
}

/** Comments and what stands on each page are left out, because they say little and stand in many chunks. */
export function noteLeftOut(source: Source, { comments, margins }: Beside): void {
  const parts = [
    ...(comments === 0 ? [] : [comments === 1 ? 'one comment' : `${comments} comments`]),
    ...(margins === 0 ? [] : ['the headers and footers of the pages']),
  ];
  if (parts.length === 0) return;
  const verb = comments === 1 && margins === 0 ? 'was' : 'were';
  const text = `${parts.join(' and ')} ${verb} left out.`;
  source.note({
    code: 'documents.parts_left_out',
    message: `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`,
  });
}

/** Hidden text is left out as hidden sheets are. */
export const noteHiddenText = (source: Source): void =>
  source.note({ code: 'documents.hidden_text', message: 'Hidden text was left out.' });
