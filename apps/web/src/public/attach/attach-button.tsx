import { useRef } from 'react';
import { Icon } from '../../lib/icons.tsx';
import chat from '../chat.module.css';
import classes from './attach.module.css';
import type { Attachment } from './use-attachment.ts';

/** The button with which a visitor chooses a file of their own; absent where the app takes none. */
export const AttachButton = ({ attachment }: { attachment: Attachment }) => {
  const picker = useRef<HTMLInputElement>(null);
  const { taken, reading, attach } = attachment;
  if (taken === null) return null;
  return (
    <>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label="Your file"
        accept={taken.endings.join(',')}
        onChange={({ currentTarget }) => {
          const file = currentTarget.files?.[0];
          // The same file can be chosen again after it was taken away.
          currentTarget.value = '';
          if (file) attach(file);
        }}
      />
      <button
        type="button"
        className={`tile muted rounded square ${chat.dictate}`}
        aria-label="Attach a file"
        title="Ask about a file of your own. Its text is kept with this conversation, and deleted with it."
        disabled={reading !== undefined}
        onClick={() => picker.current?.click()}
      >
        <Icon name="attach" />
      </button>
    </>
  );
};

/** The file that the next question is about, above the field for it. */
export const AttachedNote = ({ attachment }: { attachment: Attachment }) => {
  const { taken, file, reading, refusal, detach } = attachment;
  if (taken === null) return null;
  const name = reading ?? file?.name;
  return (
    <div className={`row-1-3 muted tiny ${classes.attached}`} role="status">
      {name === undefined ? null : (
        <p className={`line-2 small text-color round ${classes.chip}`}>
          <Icon name="document" size={16} />
          <span className={`truncate ${classes.name}`} dir="auto" title={name}>
            {name}
          </span>
          {reading === undefined ? (
            <button type="button" aria-label={`Take away ${name}`} onClick={detach}>
              <Icon name="close" size={14} />
            </button>
          ) : (
            <span className={`muted ${classes.reading}`}>is being read…</span>
          )}
        </p>
      )}
      {file === null ? null : (
        <p>{taken.answersAlone ? 'Answers come from this file only.' : 'The next answers use this file.'}</p>
      )}
      {refusal === undefined ? null : (
        <p className="danger small" role="alert">
          {refusal}
        </p>
      )}
    </div>
  );
};
