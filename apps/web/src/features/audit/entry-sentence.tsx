import type { AuditEntry } from '@atelier/contracts/audit';
import classes from './audit.module.css';
import { sentenceOf } from './model/audit-sentence.ts';

/** "Ada created the app Help desk" */
export const EntrySentence = ({ entry }: { entry: AuditEntry }) => {
  const { actor, actorNote, before, subject, after } = sentenceOf(entry);
  return (
    <span className={classes.sentence}>
      <strong>{actor}</strong>{' '}
      {actorNote === null ? null : (
        <>
          <span className={classes.note}>{actorNote}</span>{' '}
        </>
      )}
      {before}
      {subject === null ? null : (
        <>
          {' '}
          <strong>{subject}</strong>
        </>
      )}
      {after === '' ? null : ` ${after}`}
    </span>
  );
};
