import { useOperator } from './operator.ts';
import classes from './operator-note.module.css';

/** Tells the operator how to open the mails that wait on the server. Shown while this browser may not read them yet. */
export const OperatorNote = () => {
  if (useOperator()?.lacksProof !== true) return null;
  return (
    <p className={classes.note}>
      No mail server is set up, so mails wait on this server. Do you run it? Open the link that its start
      printed, and you read them here. If you cannot see the start any more: put the code from the file{' '}
      <code>keys/operator</code> of the data folder behind <code>/signup#operator=</code>.
    </p>
  );
};
