import { useState } from 'react';
import { Icon } from '../../lib/icons.tsx';
import classes from '../chat.module.css';
import type { Turn } from '../model/conversation.ts';

const saveText = (text: string, name: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/markdown;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = `${name.replaceAll(/[\\/:*?"<>|\p{Cc}]/gu, ' ').trim() || 'conversation'}.md`;
  link.click();
  URL.revokeObjectURL(address);
};

/** Saves the conversation that is open, with the sources of its answers. What writes it is loaded when somebody wants it. */
export const SaveConversation = ({ name, turns }: { name: string; turns: readonly Turn[] }) => {
  const [state, setState] = useState<'idle' | 'running' | 'failed'>('idle');
  const done = turns.filter(({ status }) => status !== 'STREAMING');
  if (done.length === 0) return null;
  const save = async (form: 'MARKDOWN' | 'PDF') => {
    setState('running');
    try {
      const { asMarkdown, asPdfItems } = await import('../model/written-conversation.ts');
      if (form === 'MARKDOWN') saveText(asMarkdown(name, done), name);
      else await (await import('../../lib/pdf/save-pdf.ts')).savePdf(asPdfItems(done), name);
      setState('idle');
    } catch {
      setState('failed');
    }
  };
  return (
    <div className={`line-1 flex-wrap ${classes.actions}`} role="group" aria-label="Save this conversation">
      <span className="muted small margin-top-3">Save this conversation</span>
      <button
        type="button"
        className={classes.action}
        disabled={state === 'running'}
        onClick={() => void save('PDF')}
      >
        <Icon name="document" size={15} />
        As PDF
      </button>
      <button
        type="button"
        className={classes.action}
        disabled={state === 'running'}
        onClick={() => void save('MARKDOWN')}
      >
        <Icon name="document" size={15} />
        As text
      </button>
      {state === 'failed' ? (
        <span className={classes.failure} role="alert">
          The conversation could not be saved. Please try again.
        </span>
      ) : null}
    </div>
  );
};
