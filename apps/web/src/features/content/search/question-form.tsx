import type { RetrievalSettings } from '@atelier/contracts/content/retrieval/retrieval-shapes';
import { Button, Textarea } from '@mantine/core';
import { IconArrowRight, IconHistory } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, type SyntheticEvent, useState } from 'react';
import { Panel } from '../../../ui/layout/panel.tsx';
import { RetrievalFields } from './fields/retrieval-fields.tsx';
import { type FilterValues, wholeConditions } from './fields/retrieval-fields-filter.tsx';
import { MoreSettingsPart } from './more-settings.tsx';
import classes from './retrieval.module.css';

const longestQuestion = 4000;

interface QuestionFormProps {
  question: string;
  settings: RetrievalSettings;
  recent: string[];
  isAsking: boolean;
  hasVectors: boolean;
  filterValues: FilterValues | undefined;
  questionRef: RefObject<HTMLTextAreaElement | null>;
  onAsk: (question: string, settings: RetrievalSettings) => void;
  onForget: () => void;
}

/** Enter sends the question; Shift+Enter begins a new line. */
const isSend = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;

/** The question with its settings. Changing a setting searches again. */
export const QuestionForm = (props: QuestionFormProps) => {
  const { question, settings, recent, isAsking, onAsk, onForget } = props;
  const { hasVectors, filterValues, questionRef } = props;
  const [text, setText] = useState(question);
  const [shown, setShown] = useState(question);
  const [error, setError] = useState<string>();
  // The question was changed from outside: by a saved question, or by going back in the browser.
  if (shown !== question) {
    setShown(question);
    setText(question);
  }
  const ask = (text: string) => {
    if (text.trim() === '') return setError('Please enter a question');
    setError(undefined);
    onAsk(text, settings);
  };
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    ask(text);
  };
  const change = (part: Partial<RetrievalSettings>) => {
    onAsk(text.trim() === '' ? question : text, { ...settings, ...part });
  };
  return (
    <Panel>
      <form className="stack-4" onSubmit={submit}>
        <Textarea
          ref={questionRef}
          label="Question"
          placeholder="How many days of vacation do I have?"
          minRows={2}
          maxRows={8}
          maxLength={longestQuestion}
          value={text}
          error={error}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (!isSend(event)) return;
            event.preventDefault();
            ask(text);
          }}
        />
        <div className={`stack-4 align-start ${classes.controls}`}>
          <RetrievalFields
            mode={{ value: settings.mode, onChange: (mode) => change({ mode }) }}
            topK={{ value: settings.topK, onChange: (topK) => change({ topK }) }}
            scoreThreshold={{
              value: settings.scoreThreshold,
              onChange: (scoreThreshold) => change({ scoreThreshold }),
            }}
            hasVectors={hasVectors}
          />
          <Button type="submit" loading={isAsking} rightSection={<IconArrowRight size={16} />}>
            Find chunks
          </Button>
        </div>
        <MoreSettingsPart
          settings={settings}
          filterValues={filterValues}
          onChange={(part) =>
            change(part.filter === undefined ? part : { ...part, filter: wholeConditions(part.filter) })
          }
        />
        {recent.length > 1 ? (
          <div className="row-2 muted" role="group" aria-label="Recent questions">
            <IconHistory size={15} aria-hidden="true" />
            {recent
              .filter((each) => each !== question)
              .map((each) => (
                <button
                  key={each}
                  type="button"
                  className={classes.recentItem}
                  onClick={() => {
                    setText(each);
                    ask(each);
                  }}
                >
                  {each}
                </button>
              ))}
            <button type="button" className={classes.forget} onClick={onForget}>
              Clear
            </button>
          </div>
        ) : null}
      </form>
    </Panel>
  );
};
