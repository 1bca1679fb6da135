import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { listUniqueSources } from '@atelier/contracts/assistants/chat/citations';
import { describePosition } from '@atelier/contracts/content/documents/document-position';
import type { Turn } from './conversation.ts';

type Answer = Pick<Turn, 'answer' | 'citations' | 'origin'>;
type Written = Answer & Pick<Turn, 'question' | 'newAnswer'>;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns the number of a source with its document, its page and the quote. */
const sourceLine = (citation: Citation): string => {
  const place = [oneLine(citation.documentName), describePosition(citation)?.toLowerCase()];
  return `[${citation.index}] ${place.filter(Boolean).join(', ')}: “${oneLine(citation.quote)}”`;
};

/** Returns the sources of an answer in the order of their numbers, one on each line. */
const sourceLines = (citations: readonly Citation[]): string[] =>
  listUniqueSources(citations)
    .toSorted((one, other) => one.index - other.index)
    .map(sourceLine);

/** Keeps a text from being read as Markdown. */
const literal = (text: string): string => text.replace(/[\\`*_<>#|~[\]]/g, '\\$&');

const by = (origin: Turn['origin']): string[] => (origin === 'PERSON' ? ['A person wrote this answer.'] : []);

const toldLater = 'New answer after your feedback';

const answerAsMarkdown = ({ answer, citations, origin }: Answer): string[] => [
  answer.trim() === '' ? 'There is no answer.' : answer.trim(),
  ...by(origin),
  ...(citations.length === 0 ? [] : ['**Sources**', sourceLines(citations).map(literal).join('\n\n')]),
];

/** Writes a conversation as Markdown: each question as a heading, its answer with the marks, and the sources of the marks. */
export const asMarkdown = (name: string, turns: readonly Written[]): string =>
  [
    `# ${literal(oneLine(name))}`,
    ...turns.flatMap(({ question, newAnswer, ...answer }) => [
      `## ${literal(oneLine(question))}`,
      ...answerAsMarkdown(answer),
      ...(newAnswer === null ? [] : [`### ${toldLater}`, ...answerAsMarkdown(newAnswer)]),
    ]),
  ].join('\n\n');

/** Removes the signs of Markdown that only change how a text looks. Lists, tables and code keep theirs. */
const plain = (markdown: string): string =>
  markdown
    .split('\n')
    .filter((line) => !/^\|[-:| ]+\|$/.test(line.trim()))
    .map((line) => line.replace(/^#{1,6} +/, '').replaceAll('**', ''))
    .join('\n');

const answerAsText = ({ answer, citations, origin }: Answer): string[] => [
  answer.trim() === '' ? 'There is no answer.' : plain(answer.trim()),
  ...by(origin),
  ...(citations.length === 0 ? [] : [['Sources', ...sourceLines(citations)].join('\n')]),
];

/** Returns a conversation as items of a PDF: a question is the title, its answers and their sources are the text. */
export const asPdfItems = (turns: readonly Written[]) =>
  turns.map(({ question, newAnswer, ...answer }, at) => ({
    title: oneLine(question),
    id: `Question ${at + 1}`,
    text: [
      ...answerAsText(answer),
      ...(newAnswer === null ? [] : [toldLater, ...answerAsText(newAnswer)]),
    ].join('\n\n'),
  }));
