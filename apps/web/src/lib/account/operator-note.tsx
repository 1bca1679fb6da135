import { useOperator } from './operator.ts';
import classes from './operator-note.module.css';

/** Tells the operator how to open the mails that wait on the server. Shown while this browser may not read them yet. */
export const OperatorNote = () => {
  if (useOperator()?.lacksProof !== true) return null;
  return (
    <p className={`box muted small sunken pad-3-4 ${classes.note}`}>
      No mail server is set up, so mails wait on this server. Are you the operator? Open the link that the
      server printed when it started to read them here. If you no longer have the link, put the code from the
      file <code>keys/operator</code> of the data folder behind <code>/signup#operator=</code>.
    </p>
  );
};
