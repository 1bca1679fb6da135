import { describePosition } from '@atelier/contracts/content/documents/document-position';
import type { RetrievalResult } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { CopyButton } from '../../../ui/content/copy-button.tsx';
import { makeExcerpt } from '../documents/index.ts';
import { formatScore, stageScores } from './model/retrieval-words.ts';
import classes from './retrieval.module.css';

interface ResultCardProps {
  result: RetrievalResult;
  rank: number;
  onOpen: (result: RetrievalResult) => void;
  /** Saves the question with this chunk as a test; undefined when the user may not. */
  onSave: ((result: RetrievalResult) => void) | undefined;
}

const toPercentWidth = (score: number): string => `${Math.round(Math.min(1, Math.max(0, score)) * 100)}%`;

const Score = ({ score }: { score: number }) => (
  <span className={`stack ${classes.score}`}>
    <span className={`small tabular bold text-color ${classes.scoreFigure}`}>
      <span className="sr-only">Score </span>
      {formatScore(score)}
    </span>
    <span className={`overflow-hidden round ${classes.scoreTrack}`} aria-hidden="true">
      <span className={classes.scoreFill} style={{ inlineSize: toPercentWidth(score) }} />
    </span>
  </span>
);

const Source = ({ document, edited }: Pick<RetrievalResult, 'document' | 'edited'>) => (
  <p className={`flat muted tiny flex flex-wrap ${classes.place}`}>
    {[describePosition(document), document.heading, edited ? 'Edited by hand' : undefined]
      .filter((part) => part !== undefined)
      .map((part) => (
        <span key={part}>{part}</span>
      ))}
  </p>
);

/** A chunk that was found: its position in the document, its score, and the part that answers. */
export const ResultCard = ({ result, rank, onOpen, onSave }: ResultCardProps) => {
  const [isWhole, setWhole] = useState(false);
  const { document, text, quote } = result;
  const excerpt = makeExcerpt(text, quote, isWhole);
  const stages = stageScores(result.stages);
  return (
    <li className={`surface-box-lg stack-3 ${classes.result}`}>
      <header className="beside-3 flex-start">
        <span className={`centre ink-soft tiny tabular bold ${classes.rank}`} aria-hidden="true">
          {rank}
        </span>
        <div className={`min-0 grow ${classes.resultWords}`}>
          <h2>{document.name}</h2>
          <Source document={document} edited={result.edited} />
        </div>
        <Score score={result.score} />
      </header>
      <p className={`flat break-anywhere muted ${classes.chunk}`} dir="auto">
        {excerpt.pieces.map((piece, index) =>
          piece.isMarked ? (
            <mark key={index}>{piece.text}</mark>
          ) : (
            <Fragment key={index}>{piece.text}</Fragment>
          ),
        )}
      </p>
      <footer className="row-2">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFileText size={14} />}
          aria-label={`Open in source: ${document.name}`}
          onClick={() => onOpen(result)}
        >
          Open in source
        </Button>
        {excerpt.isCut || isWhole ? (
          <Button size="xs" variant="subtle" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show less' : 'Whole chunk'}
          </Button>
        ) : null}
        <CopyButton value={text} label="Copy chunk" />
        {onSave ? (
          <Button
            size="xs"
            variant="subtle"
            aria-label={`Keep as a test question: ${document.name}`}
            onClick={() => onSave(result)}
          >
            Keep as a test
          </Button>
        ) : null}
        {stages.length > 0 ? (
          <dl className={`muted tiny tabular flex flex-wrap ${classes.stages}`}>
            {stages.map((stage) => (
              <div key={stage.id}>
                <dt>{stage.label}</dt>
                <dd className="medium text-color">
                  <span className={`overflow-hidden round ${classes.stageTrack}`} aria-hidden="true">
                    <span className={classes.stageFill} style={{ inlineSize: toPercentWidth(stage.score) }} />
                  </span>
                  {formatScore(stage.score)}
                </dd>
              </div>
            ))}
          </dl>
        ) : null}
      </footer>
    </li>
  );
};
