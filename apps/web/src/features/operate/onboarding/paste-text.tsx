import { Button, Textarea } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import classes from './first-minute.module.css';
import { suggestTextName } from './model/suggest-text-name.ts';

const shortestText = 20;

interface PasteTextProps {
  isBusy: boolean;
  onText: (file: File) => void;
}

/** Accepts a pasted text and passes it on as a file. */
export const PasteText = ({ isBusy, onText }: PasteTextProps) => {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLTextAreaElement>(null);
  // The user has just asked for this field, so it takes the focus, which is outside React.
  useEffect(() => field.current?.focus(), []);
  const send = () => {
    if (text.trim().length < shortestText) setError('Please paste a few sentences');
    else onText(new File([text], `${suggestTextName(text)}.md`, { type: 'text/markdown' }));
  };
  return (
    <div className={`stack-4 min-0 ${classes.paste}`}>
      <Textarea
        label="Text"
        description="An article, a price list, the answers of your support. Markdown is understood."
        autosize
        minRows={6}
        maxRows={14}
        ref={field}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(undefined);
        }}
      />
      <div>
        <Button loading={isBusy} onClick={send}>
          Read this text
        </Button>
      </div>
    </div>
  );
};
