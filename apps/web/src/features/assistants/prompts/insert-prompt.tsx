import {
  fillVariables,
  listPromptVariables,
  type PromptLine,
} from '@atelier/contracts/assistants/prompts/prompt-shapes';
import { Button, Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPrompt } from '@tabler/icons-react';
import { useState } from 'react';
import { useMay } from '../../../lib/account/session.ts';
import { QueryView } from '../../../ui/feedback/query-view.tsx';
import { TextLink } from '../../../ui/layout/text-link.tsx';
import { usePublishedPrompts } from './api.ts';
import classes from './prompts.module.css';

const searchDelay = 250;

const Choices = ({ onChoose }: { onChoose: (prompt: PromptLine) => void }) => {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, searchDelay);
  const query = usePublishedPrompts(search);
  return (
    <div className="stack-4 one-column">
      <TextInput
        label="Search"
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <QueryView
        query={query}
        skeleton="rows"
        isEmpty={({ items }) => items.length === 0}
        empty={
          <p className="note">
            {search === '' ? 'No prompt is published yet. ' : 'No published prompt has this name. '}
            <TextLink to="/prompt-manager">Open the prompt library</TextLink>
          </p>
        }
        errorTitle="The prompts could not be loaded"
      >
        {({ items }) => (
          <ul className={`stack-2 flat no-bullets scroll ${classes.choices}`}>
            {items.map((prompt) => (
              <li key={prompt.promptId}>
                <button
                  type="button"
                  className={`surface-box stack-0 pad-3-4 full-width text-start ${classes.choice}`}
                  onClick={() => onChoose(prompt)}
                >
                  <strong>{prompt.name}</strong>
                  <span className="note">{prompt.description || prompt.published.slice(0, 160)}</span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </div>
  );
};

const Values = ({ prompt, onInsert }: { prompt: PromptLine; onInsert: (text: string) => void }) => {
  const [values, setValues] = useState<Record<string, string>>({});
  return (
    <div className="stack-4 one-column">
      {listPromptVariables(prompt.published).map((name) => (
        <TextInput
          key={name}
          label={name}
          value={values[name] ?? ''}
          onChange={({ currentTarget }) => setValues({ ...values, [name]: currentTarget.value })}
        />
      ))}
      <pre className={classes.text}>{fillVariables(prompt.published, values)}</pre>
      <div className="wrap-2">
        <Button onClick={() => onInsert(fillVariables(prompt.published, values))}>Insert</Button>
      </div>
    </div>
  );
};

interface InsertPromptProps {
  /** The longest text that the field takes, in characters. */
  most: number;
  /** Called with the text of a published prompt, its variables filled in. */
  onInsert: (text: string) => void;
}

/** A button that takes the text of a field from the prompt library. */
export const InsertPrompt = ({ most, onInsert }: InsertPromptProps) => {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<PromptLine>();
  if (!may('prompts:read')) return null;
  const close = () => {
    setOpen(false);
    setChosen(undefined);
  };
  const insert = (text: string) => {
    onInsert(text.slice(0, most));
    close();
  };
  const choose = (prompt: PromptLine) =>
    listPromptVariables(prompt.published).length === 0 ? insert(prompt.published) : setChosen(prompt);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconPrompt size={14} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        From the prompt library
      </Button>
      <Modal opened={isOpen} onClose={close} title={chosen?.name ?? 'Insert a prompt'} size="lg">
        {chosen ? <Values prompt={chosen} onInsert={insert} /> : <Choices onChoose={choose} />}
      </Modal>
    </>
  );
};
