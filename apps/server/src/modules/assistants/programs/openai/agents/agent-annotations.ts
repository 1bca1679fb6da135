import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { citationsIn, type ProgramAnswer } from '../../../agents/index.ts';
import { annotationOf, type UrlCitation } from '../annotations.ts';
import { shownText } from './agent-answer.ts';

/** The address at which a key that may read knowledge bases reads the text around a citation. */
const sourceUrl = (origin: string, { knowledgeBaseImportId, start }: Citation): string =>
  `${origin}/api/import/v2/source/${knowledgeBaseImportId}?at=${start}`;

/** Returns the annotations of a text of an agent, in the shape of those of apps. */
export const agentAnnotations = (
  origin: string,
  answer: ProgramAnswer,
  text = shownText(answer),
): UrlCitation[] =>
  citationsIn(answer, text).map((citation) =>
    annotationOf(sourceUrl(origin, citation), citation, citation.markAt ?? 0),
  );
