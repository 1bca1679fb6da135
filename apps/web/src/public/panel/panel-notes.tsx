import classes from '../chat.module.css';
import type { Loaded } from '../use-loaded.ts';

/** The text of a panel until its content is there. `what` names the content as the subject of a sentence. */
export const LoadNote = ({ state, what }: { state: Loaded<unknown>['state']; what: 'It' | 'They' }) => {
  if (state === 'loading')
    return (
      <p className="muted small margin-top-3" role="status">
        Loading…
      </p>
    );
  return state === 'failed' ? (
    <p className="muted small margin-top-3">{what} could not be loaded. Please close this and try again.</p>
  ) : null;
};

/** The text of a panel about a change that failed; nothing where it is empty. */
export const ChangeFailure = ({ text }: { text: string }) =>
  text === '' ? null : (
    <p className={classes.failure} role="alert">
      {text}
    </p>
  );
