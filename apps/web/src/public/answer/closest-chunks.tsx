import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { listUniqueSources } from '@atelier/contracts/assistants/chat/citations';
import { describePosition } from '@atelier/contracts/content/documents/document-position';
import classes from '../chat.module.css';

interface ClosestChunksProps {
  /** The whole reply: a sentence, the chunks as a list, and other wordings, separated by blank lines. */
  answer: string;
  citations: readonly Citation[];
  onOpen: (citation: Citation) => void;
}

const describeSource = (citation: Citation): string =>
  [citation.documentName, describePosition(citation)].filter((part) => part !== undefined).join(', ');

/** The text that the reply quotes from each chunk, by the number of the chunk. */
const parseExcerpts = (answer: string): ReadonlyMap<number, string> =>
  new Map(
    [...answer.matchAll(/^- (.*) \[(\d{1,3})\]$/gm)].map(([, text = '', number]) => [Number(number), text]),
  );

/** Shown when there is no answer: a sentence that says so, and the closest chunks as cards that open their source. */
export const ClosestChunks = ({ answer, citations, onOpen }: ClosestChunksProps) => {
  const excerpts = parseExcerpts(answer);
  return (
    <>
      <p className="flat pre-wrap" dir="auto">
        {answer.split('\n\n')[0]}
      </p>
      <ol className="stack-2 no-pad no-bullets margin-top-3" aria-label="Closest parts of the documents">
        {listUniqueSources(citations).map((citation) => (
          <li key={citation.index}>
            <button type="button" className={classes.card} onClick={() => onOpen(citation)}>
              <span className="line-2 break-anywhere muted small" dir="auto">
                <span className={`tile accent-soft tiny bold ${classes.number}`}>{citation.index}</span>
                {describeSource(citation)}
              </span>
              <span className={`break-anywhere overflow-hidden ${classes.cardQuote}`} dir="auto">
                {excerpts.get(citation.index) ?? citation.quote}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </>
  );
};

interface WordingsProps {
  answer: string;
  wordings: readonly string[];
  onAsk: (question: string) => void;
}

/** Other wordings of the question. Their heading comes with the reply, in the language of the question. */
export const Wordings = ({ answer, wordings, onAsk }: WordingsProps) => {
  const label = answer.split('\n\n').at(-1)?.split(' “')[0];
  return (
    <div className={`row-2 muted small ${classes.wordings}`} role="group" aria-label={label}>
      <span dir="auto">{label}</span>
      {wordings.map((wording) => (
        <button
          key={wording}
          type="button"
          className={classes.wording}
          dir="auto"
          onClick={() => onAsk(wording)}
        >
          {wording}
        </button>
      ))}
    </div>
  );
};

/** Next questions that the cited chunks answer. */
export const FollowUps = ({
  questions,
  onAsk,
}: {
  questions: readonly string[];
  onAsk: WordingsProps['onAsk'];
}) => (
  <ul className={`row-2 muted small ${classes.wordings}`} aria-label="Questions to ask next">
    {questions.map((question) => (
      <li key={question}>
        <button type="button" className={classes.wording} dir="auto" onClick={() => onAsk(question)}>
          {question}
        </button>
      </li>
    ))}
  </ul>
);
