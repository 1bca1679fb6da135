import type { AuditEntry } from '@atelier/contracts/operate/audit';
import classes from './audit.module.css';
import { describeEntry } from './model/audit-sentence.ts';

/** Draws a sentence such as "Ada created the app Help desk". */
export const EntrySentence = ({ entry }: { entry: AuditEntry }) => {
  const { actor, byKey, parts } = describeEntry(entry);
  return (
    <span className="min-0 break-anywhere regular">
      <strong className="bold">{actor}</strong>{' '}
      {byKey ? (
        <>
          <span className={`muted tiny no-wrap ${classes.note}`}>API key</span>{' '}
        </>
      ) : null}
      {parts.map(({ text, isName }, at) =>
        isName ? (
          <strong className="bold" key={at}>
            {text}
          </strong>
        ) : (
          text
        ),
      )}
    </span>
  );
};
