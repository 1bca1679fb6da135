import type { PromptRole } from '@atelier/contracts/assistants/prompts/prompt-shapes';
import { Button, Textarea } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useState } from 'react';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import { Fold } from '../../../../ui/layout/fold.tsx';
import { TextLink } from '../../../../ui/layout/text-link.tsx';
import { useGeneratePrompt } from '../api.ts';

interface GenerateTextProps {
  role: PromptRole;
  /** The text that would be replaced. */
  text: string;
  onText: (text: string) => void;
}

/** Has the company's model write the text for a description of it. The text before can be had back. */
export const GenerateText = ({ role, text, onText }: GenerateTextProps) => {
  const generate = useGeneratePrompt();
  const [wish, setWish] = useState('');
  const [before, setBefore] = useState<string>();
  const failure = generate.error ? describeError(generate.error) : undefined;
  const run = async () => {
    try {
      const { prompt } = await generate.mutateAsync({ body: { wish, role } });
      setBefore(text);
      onText(prompt);
    } catch {
      // The failure is shown below.
    }
  };
  return (
    <Fold label="Have it written" summary="Your model writes a first version">
      <div className="stack-4 one-column">
        <Textarea
          label="What should the prompt do?"
          placeholder="Answer complaints of customers politely, in the language of the letter, and offer a next step."
          autosize
          minRows={2}
          maxLength={2000}
          value={wish}
          onChange={(event) => setWish(event.currentTarget.value)}
        />
        <div className="wrap-2">
          <Button
            variant="default"
            leftSection={<IconSparkles size={16} aria-hidden />}
            loading={generate.isPending}
            disabled={wish.trim() === ''}
            onClick={() => void run()}
          >
            Write it
          </Button>
          {before === undefined ? null : (
            <Button
              variant="subtle"
              onClick={() => {
                onText(before);
                setBefore(undefined);
              }}
            >
              Take back
            </Button>
          )}
        </div>
        <div role="status">
          {before === undefined ? null : <p className="note">Written. Read it before you use it.</p>}
        </div>
        {failure === undefined ? null : (
          <p className="failure" role="alert">
            {failure.message}{' '}
            {failure.code === 'prompts.no_writing_model' ? (
              <TextLink to="/models">Open Models</TextLink>
            ) : null}
          </p>
        )}
      </div>
    </Fold>
  );
};
