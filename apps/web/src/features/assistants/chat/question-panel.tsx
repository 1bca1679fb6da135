import type { QueryDetails } from '@atelier/contracts/assistants/chat/history';
import { describePosition } from '@atelier/contracts/content/documents/document-position';
import { useState } from 'react';
import { formatCount, formatExactCredits, formatMoment } from '../../../lib/format.ts';
import { nameModel } from '../../../lib/name-model.ts';
import { WrittenAnswer } from '../../../ui/content/written-answer.tsx';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { StatusBadge } from '../../../ui/feedback/status-badge.tsx';
import { SidePanel } from '../../../ui/layout/side-panel.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { MakeTestQuestion } from '../../operate/evaluation/index.ts';
import { answerRun } from './answer-run.ts';
import { AnswerTrace } from './answer-trace.tsx';
import { useQueryDetails } from './api.ts';
import { ProposeAnswer } from './curated/propose-answer.tsx';
import classes from './history.module.css';
import { nameAsker, stateBadge } from './question-words.ts';

const Facts = ({ details }: { details: QueryDetails }) => {
  const { label, tone } = stateBadge(details);
  const { milliseconds, inputTokens, outputTokens, credits, modelId, retrieval } = details;
  return (
    <p className="row-1-3 muted small">
      <StatusBadge tone={tone}>{label}</StatusBadge>
      <span>{formatMoment(details.createdAt)}</span>
      <span>{nameAsker(details)}</span>
      {milliseconds === null ? null : <span>{(milliseconds / 1000).toFixed(1)} s</span>}
      <span>{nameModel(modelId)}</span>
      <span>
        {formatCount(inputTokens, 'token')} read, {formatCount(outputTokens, 'token')} written
      </span>
      <span>{formatExactCredits(credits)} credits</span>
      {details.runId === null ? null : (
        <TextLink to={answerRun(modelId, details.runId).address}>
          {`Run of the ${answerRun(modelId, details.runId).of}`}
        </TextLink>
      )}
      {retrieval === null ? null : <span>{formatCount(details.found.length, 'chunk')} found</span>}
    </p>
  );
};

const Sources = ({ details: { sources } }: { details: QueryDetails }) =>
  sources.length === 0 ? (
    <p className="muted small">No source was cited.</p>
  ) : (
    <ol className={`stack-3 flat indent ${classes.sources}`}>
      {sources.map(({ index, documentName, page, second, quote, score }) => (
        <li key={index}>
          <strong>
            {[documentName, describePosition({ page, second })?.toLowerCase()].filter(Boolean).join(', ')}
          </strong>
          {score === null ? null : <span className="muted small"> score {score.toFixed(3)}</span>}
          <blockquote dir="auto">{quote}</blockquote>
        </li>
      ))}
    </ol>
  );

interface QuestionPanelProps {
  /** Empty while the panel is closed. */
  queryId: string;
  appId: string;
  onClose: () => void;
}

/** The details of a question: the answer, how it came about, its sources with scores, the model, tokens and credits. */
export const QuestionPanel = ({ queryId, appId, onClose }: QuestionPanelProps) => {
  const query = useQueryDetails(queryId, appId);
  const [isCovered, setCovered] = useState(false);
  return (
    <SidePanel opened={queryId !== ''} onClose={onClose} title="Question" isCovered={isCovered}>
      <QueryView query={query} errorTitle="This question could not be opened">
        {(details) => (
          <div className={`stack-4 min-0 ${classes.panel}`}>
            <p className={`break-anywhere pre-wrap bold scroll ${classes.asked}`} dir="auto">
              {details.question}
            </p>
            <Facts details={details} />
            {details.error === null ? null : <p role="alert">{details.error.message}</p>}
            <h3>Answer</h3>
            <WrittenAnswer sources={details.sources.map(({ index }) => index)}>
              {details.answer === '' ? 'Nothing was written.' : details.answer}
            </WrittenAnswer>
            <AnswerTrace steps={details.steps} credits={details.credits} />
            <h3>Sources</h3>
            <Sources details={details} />
            <ProposeAnswer queryId={details.queryId} appId={details.appId} onCover={setCovered} />
            <MakeTestQuestion {...details} onCover={setCovered} />
          </div>
        )}
      </QueryView>
    </SidePanel>
  );
};
